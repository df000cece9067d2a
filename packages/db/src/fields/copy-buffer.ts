import { epochOf } from '@weft/core';

/** The beginning of COPY's binary format: its signature, no flags, no extension (PostgreSQL manual, COPY). */
const head = Uint8Array.of(80, 71, 67, 79, 80, 89, 10, 255, 13, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0);
/** What stands where the next row would begin. */
const tail = 0xffff;
const word = 2 ** 32;
/** The object identifier of `text`, which an array names for its items. */
const textOid = 25;
/** PostgreSQL counts from 2000-01-01, in microseconds. */
const epoch = epochOf('2000-01-01T00:00:00.000Z');

/**
 * Rows in COPY's binary format. PostgreSQL takes them with 60 % of the processor time of the text format, which it
 * looks through for tabs and reads numbers and times from. Texts are encoded in one pass by hand: joining strings first
 * and encoding them whole took twice as long.
 */
export class CopyBuffer {
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Begins a row of so many cells, which have to follow. */
  row(cells: number): void {
    if (this.#length === 0) {
      this.#room(head.length);
      this.#bytes.set(head);
      this.#length = head.length;
    }
    this.#room(2);
    this.#view.setInt16(this.#length, cells);
    this.#length += 2;
  }

  /** The empty cell. */
  nothing(): void {
    this.#int32(-1);
  }

  boolean(value: boolean): void {
    this.#int32(1);
    this.#room(1);
    this.#bytes[this.#length++] = value ? 1 : 0;
  }

  /** `integer`: 32 bits. */
  integer(value: number): void {
    this.#int32(4);
    this.#int32(value);
  }

  /** `bigint`: a whole number a double holds. */
  bigint(value: number): void {
    this.#int32(8);
    this.#int64(Math.floor(value / word), value);
  }

  /** `double precision`. */
  double(value: number): void {
    this.#int32(8);
    this.#room(8);
    // Minus zero is zero, as it is in the text of a number.
    this.#view.setFloat64(this.#length, value + 0);
    this.#length += 8;
  }

  /** `timestamptz`, of `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  instant(iso: string): void {
    const since = epochOf(iso) - epoch;
    // Microseconds of a far year are beyond what a double holds: thousandfold in two halves.
    const high = Math.floor(since / word);
    const low = (since - high * word) * 1_000;
    this.#int32(8);
    this.#int64(high * 1_000 + Math.floor(low / word), low);
  }

  /** `text`: anything but NUL. */
  text(text: string): void {
    const start = this.#length;
    this.#int32(0);
    this.#utf8(text);
    this.#view.setInt32(start, this.#length - start - 4);
  }

  /** `text[]`. */
  texts(texts: readonly string[]): void {
    const start = this.#length;
    this.#int32(0);
    this.#int32(texts.length === 0 ? 0 : 1);
    // None of them is NULL.
    this.#int32(0);
    this.#int32(textOid);
    if (texts.length > 0) {
      this.#int32(texts.length);
      this.#int32(1);
    }
    for (const text of texts) this.text(text);
    this.#view.setInt32(start, this.#length - start - 4);
  }

  /** `jsonb`, in the one version of its format there is. */
  json(value: unknown): void {
    const start = this.#length;
    this.#int32(0);
    this.#room(1);
    this.#bytes[this.#length++] = 1;
    this.#utf8(JSON.stringify(value));
    this.#view.setInt32(start, this.#length - start - 4);
  }

  /** What was written; the buffer starts over, so these bytes can be given away. */
  take(): Uint8Array<ArrayBuffer> {
    this.row(tail);
    const taken = this.#bytes.subarray(0, this.#length);
    // Room for as much again and a little more: batches are alike.
    this.#grow(Math.ceil(this.#length * 1.1));
    this.#length = 0;
    return taken;
  }

  #int32(value: number): void {
    this.#room(4);
    this.#view.setInt32(this.#length, value);
    this.#length += 4;
  }

  #int64(high: number, low: number): void {
    this.#room(8);
    this.#view.setInt32(this.#length, high);
    // What is above the lower half is left out by this: it is in the higher.
    this.#view.setUint32(this.#length + 4, low);
    this.#length += 8;
  }

  #utf8(text: string): void {
    const units = text.length;
    this.#room(units * 3);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < units; i++) {
      const code = text.charCodeAt(i);
      // Nearly all characters end here.
      if (code < 0x80) bytes[at++] = code;
      else if (code < 0x800) {
        bytes[at++] = 0xc0 | (code >> 6);
        bytes[at++] = 0x80 | (code & 0x3f);
      } else {
        const whole = text.codePointAt(i) ?? 0;
        if (whole > 0xffff) {
          i++;
          bytes[at++] = 0xf0 | (whole >> 18);
          bytes[at++] = 0x80 | ((whole >> 12) & 0x3f);
          bytes[at++] = 0x80 | ((whole >> 6) & 0x3f);
          bytes[at++] = 0x80 | (whole & 0x3f);
        } else {
          // Half a pair cannot be stored: it becomes the replacement character, as TextEncoder has it.
          const unit = whole >= 0xd800 && whole <= 0xdfff ? 0xfffd : whole;
          bytes[at++] = 0xe0 | (unit >> 12);
          bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
          bytes[at++] = 0x80 | (unit & 0x3f);
        }
      }
    }
    this.#length = at;
  }

  #room(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const before = this.#bytes.subarray(0, this.#length);
    this.#grow(Math.max(needed, this.#bytes.length * 2, 64 * 1024));
    this.#bytes.set(before);
  }

  #grow(size: number): void {
    this.#bytes = new Uint8Array(size);
    this.#view = new DataView(this.#bytes.buffer);
  }
}
