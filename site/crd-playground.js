// Loads the WebAssembly and sends questions to it; also for use outside of this site. See https://docs.rs/crd-playground.
export class Playground {
  #exports;

  constructor(exports) {
    this.#exports = exports;
  }

  /** Loads the module from an address. */
  static async load(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    const { instance } = await WebAssembly.instantiate(await answer.arrayBuffer(), {});
    return new Playground(instance.exports);
  }

  /** Asks a question, such as `{do: "check", crd: "…", server: "1.36"}`. Throws an error if it cannot be answered. */
  ask(question) {
    const text = new TextEncoder().encode(JSON.stringify(question));
    const place = this.#exports.question_place(text.length);
    new Uint8Array(this.#exports.memory.buffer, place, text.length).set(text);
    const length = this.#exports.answer();
    const bytes = new Uint8Array(this.#exports.memory.buffer, this.#exports.answer_place(), length);
    const answer = JSON.parse(new TextDecoder().decode(bytes));
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }
}
