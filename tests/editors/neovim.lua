-- A session of Neovim with `crd-gen server`: opens an object, waits for the diagnostics, and prints them as `line:column code`.
-- nvim --headless -u NONE -c 'luafile neovim.lua'; CRD_GEN names the command, FOLDER the workspace.
local function finish(text, code)
  io.stdout:write(text .. '\n')
  vim.cmd(code == 0 and 'qall!' or 'cquit')
end
local folder = vim.env.FOLDER
vim.cmd('edit ' .. folder .. '/widget.yaml')
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ name = 'crd-gen', cmd = { vim.env.CRD_GEN, 'server' }, root_dir = folder })
vim.lsp.buf_attach_client(buffer, id)
local function wait(count)
  if not vim.wait(20000, function() return #vim.diagnostic.get(buffer) == count end, 20) then
    finish('expected ' .. count .. ' diagnostics: ' .. vim.inspect(vim.diagnostic.get(buffer)), 1)
  end
end
local function show()
  for _, found in ipairs(vim.diagnostic.get(buffer)) do
    io.stdout:write(string.format('%d:%d %s\n', found.lnum + 1, found.col + 1, found.code or found.user_data.lsp.code))
  end
end
wait(2)
show()
-- A keystroke removes the unknown field.
vim.api.nvim_buf_set_lines(buffer, 5, 6, false, {})
wait(1)
show()
-- A rule is typed: tests the completion after `self.`, and hover on a field.
vim.cmd('edit ' .. folder .. '/crd.yaml')
local crd = vim.api.nvim_get_current_buf()
vim.lsp.buf_attach_client(crd, id)
local line = vim.api.nvim_buf_line_count(crd) - 2
local rule = vim.api.nvim_buf_get_lines(crd, line, line + 1, false)[1]
local function ask(method, column)
  local params = { textDocument = vim.lsp.util.make_text_document_params(crd), position = { line = line, character = column } }
  return vim.lsp.buf_request_sync(crd, method, params, 20000)[id].result
end
local hover = ask('textDocument/hover', rule:find('replicas') + 1)
io.stdout:write(vim.split(hover.contents.value, '\n')[2] .. '\n')
vim.api.nvim_buf_set_lines(crd, line, line + 1, false, { '            - rule: self.replicas < 10 || self.' })
local labels = {}
for _, item in ipairs(ask('textDocument/completion', #'            - rule: self.replicas < 10 || self.')) do
  table.insert(labels, item.label .. ' ' .. item.detail)
end
io.stdout:write(table.concat(labels, ', ') .. '\n')
vim.lsp.stop_client(id)
vim.wait(10000, function() return vim.lsp.client_is_stopped(id) end, 20)
finish(vim.lsp.client_is_stopped(id) and 'stopped' or 'still running', 0)
