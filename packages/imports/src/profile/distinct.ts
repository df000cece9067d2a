/** FNV-1a and a second mix of the same units: together 64 bits, so that 250,000 texts collide with odds of 1 in 5e8. */
class HashSet {
  #slots = new Uint32Array(8192);
  #count = 0;

  /** False when the text was there already. */
  add(text: string): boolean {
    let a = 0x811c9dc5;
    let b = text.length ^ 0x9e3779b9;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ (code + (b << 6) + (b >>> 2)), 0x85ebca6b);
    }
    // Zero marks a free slot.
    return this.#insert(a >>> 0 || 1, b >>> 0);
  }

  #insert(a: number, b: number): boolean {
    if (this.#count * 4 > this.#slots.length) this.#grow();
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    for (let i = (a ^ (b >>> 7)) & mask; ; i = (i + 1) & mask) {
      const seen = slots[i * 2];
      if (seen === 0) {
        slots[i * 2] = a;
        slots[i * 2 + 1] = b;
        this.#count++;
        return true;
      }
      if (seen === a && slots[i * 2 + 1] === b) return false;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    this.#count = 0;
    for (let i = 0; i < old.length; i += 2) {
      const a = old[i] ?? 0;
      if (a !== 0) this.#insert(a, old[i + 1] ?? 0);
    }
  }
}

/** Whether every text added is a new one. Memory: about 16-32 bytes a text, given up at the first repeated one. */
export class UniqueCheck {
  #set: HashSet | null = new HashSet();

  add(text: string): void {
    if (this.#set && !this.#set.add(text)) this.#set = null;
  }

  get unique(): boolean {
    return this.#set !== null;
  }
}
