import { createHmac } from 'node:crypto';
import { isId } from '@weft/std';
import { isSameSecret } from '../../constant-time.ts';

/** Signs the links by which whoever booked sees, moves and cancels a booking without an account. */
export class BookingKeys {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('bookings').digest();
  }

  /** Stands at the end of the link. */
  code(bookingId: string): string {
    return `${bookingId}.${this.#sign(bookingId)}`;
  }

  /** The booking of a link; null: the link was not made here. */
  idOf(code: string): string | null {
    const [id = '', signature = ''] = code.split('.');
    if (!isId('bok', id)) return null;
    return isSameSecret(signature, this.#sign(id)) ? id : null;
  }

  /** A text that only this server writes, as the end of a link. */
  seal(text: string): string {
    const body = Buffer.from(text).toString('base64url');
    return `${body}.${this.#sign(`sealed ${body}`)}`;
  }

  /** Null: it was not sealed here. */
  open(sealed: string): string | null {
    const [body = '', signature = ''] = sealed.split('.');
    if (!isSameSecret(signature, this.#sign(`sealed ${body}`))) return null;
    return Buffer.from(body, 'base64url').toString();
  }

  #sign(bookingId: string): string {
    return createHmac('sha256', this.#key).update(bookingId).digest('base64url').slice(0, 32);
  }
}
