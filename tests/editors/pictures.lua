-- What the pictures of `crd-gen server` in Neovim show. CRD_GEN names the command, FOLDER the workspace.
vim.o.termguicolors = true
vim.o.background = 'dark'
vim.o.laststatus = 0
vim.o.ruler = false
vim.o.showmode = false
vim.o.showcmd = false
vim.o.shortmess = vim.o.shortmess .. 'cFIW'
vim.o.completeopt = 'menuone,noinsert'
vim.o.signcolumn = 'yes'
vim.o.number = true
vim.o.updatetime = 10
vim.cmd('syntax on')
local colors = {
  Normal = { fg = '#e6eaee', bg = '#0f1318' },
  NormalFloat = { fg = '#e6eaee', bg = '#212a33' },
  SignColumn = { bg = '#0f1318' },
  LineNr = { fg = '#5c6773' },
  EndOfBuffer = { fg = '#0f1318' },
  Identifier = { fg = '#79b8ff' },
  Statement = { fg = '#79b8ff' },
  Special = { fg = '#9aa5b1' },
  String = { fg = '#8fd694' },
  Constant = { fg = '#7ee0e6' },
  Type = { fg = '#7ee0e6' },
  Pmenu = { fg = '#e6eaee', bg = '#212a33' },
  PmenuSel = { fg = '#0f1318', bg = '#79b8ff' },
  PmenuSbar = { bg = '#333c47' },
  PmenuThumb = { bg = '#9aa5b1' },
  DiagnosticError = { fg = '#ff8a80' },
  DiagnosticWarn = { fg = '#ffd479' },
  DiagnosticInfo = { fg = '#79b8ff' },
  LspCodeLens = { fg = '#9aa5b1', italic = true },
}
for name, color in pairs(colors) do
  vim.api.nvim_set_hl(0, name, color)
end
vim.diagnostic.config({ virtual_text = { prefix = '■', format = function(found) return vim.split(found.message, '\n')[1] end } })

-- Opens a file of the workspace, attached to the server.
function Edit(name)
  vim.cmd('edit ' .. vim.env.FOLDER .. '/' .. name)
  local buffer = vim.api.nvim_get_current_buf()
  Client = Client or vim.lsp.start_client({ name = 'crd-gen', cmd = { vim.env.CRD_GEN, 'server' }, root_dir = vim.env.FOLDER })
  vim.lsp.buf_attach_client(buffer, Client)
  vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
end

-- Whether the server answers.
function Ready()
  return vim.lsp.get_client_by_id(Client).initialized == true
end

-- Whether there are so many diagnostics.
function Found(count)
  return #vim.diagnostic.get(0) == count
end

-- Whether a window floats above the text.
function Floats()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return true
    end
  end
  return false
end

-- Whether the lenses are there, with what they say.
function Lenses()
  local lenses = vim.lsp.codelens.get(0)
  for _, lens in ipairs(lenses) do
    if not lens.command then
      return false
    end
  end
  return #lenses > 0
end
