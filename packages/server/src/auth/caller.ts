/** Who is calling, as far as a session tells. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly email: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly organizationRole: 'admin' | 'member';
  /** The first person of the instance. */
  readonly isInstanceAdmin: boolean;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}
