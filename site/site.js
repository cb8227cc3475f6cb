// The search, and the list of pages on small screens. No other part needs a script.
(() => {
  "use strict";
  const root = document.currentScript.dataset.root;
  const input = document.getElementById("search");
  const found = document.getElementById("found");
  const pages = document.querySelector("details.pages");
  if (matchMedia("(max-width: 48rem)").matches) pages.removeAttribute("open");

  let loading;
  // A script, because a page that is opened from a file may only load scripts.
  const load = () => (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = root + "search-index.js";
    script.onload = () => resolve(window.SEARCH_INDEX.map(([page, title, address, text]) => ({
      page, title, address, text, lower: [page, title, text].map((part) => part.toLowerCase()),
    })));
    script.onerror = reject;
    document.head.append(script);
  }));

  const score = (section, words) => {
    const [page, title, text] = section.lower;
    let sum = 0;
    for (const word of words) {
      const here = (title === word ? 60 : 0) + (title.includes(word) ? 20 : 0)
        + (page.includes(word) ? 12 : 0) + (text.includes(word) ? 3 : 0);
      if (here === 0) return 0;
      sum += here;
    }
    return sum;
  };

  const excerpt = (section, word) => {
    const at = Math.max(0, section.lower[2].indexOf(word) - 40);
    return (at > 0 ? "…" : "") + section.text.slice(at, at + 140);
  };

  const show = async () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return found.replaceChildren();
    const sections = await load();
    const hits = sections.map((section) => [score(section, words), section]).filter(([sum]) => sum > 0)
      .sort(([one], [other]) => other - one).slice(0, 20);
    if (hits.length === 0) {
      const none = document.createElement("p");
      none.textContent = "Nothing is found.";
      return found.replaceChildren(none);
    }
    found.replaceChildren(...hits.map(([, section]) => {
      const link = document.createElement("a");
      link.href = root + section.address;
      const title = document.createElement("span");
      title.textContent = section.title === section.page ? section.page : `${section.page}: ${section.title}`;
      const small = document.createElement("small");
      small.textContent = excerpt(section, words[0]);
      link.append(title, small);
      return link;
    }));
  };

  input.addEventListener("focus", load);
  input.addEventListener("input", show);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") { found.replaceChildren(); input.blur(); }
    if (event.key === "/" && !/^(input|textarea|select)$/i.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    }
  });
  addEventListener("click", (event) => {
    if (!event.target.closest("[role=search]")) found.replaceChildren();
  });
})();
