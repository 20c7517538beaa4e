// Scripted facts about issuers, receivers and certificates. By default every well-formed RUC is enrolled, every receiver exists and no
// certificate is revoked.

export interface Guion {
  /** Refusal code for a RUC, one of its establishments (`RUC/001`) or one type of its documents (`RUC:04`). */
  readonly emisores: Map<string, string>
  /** Receivers that do not exist: 59 warns, 69 refuses. */
  readonly receptores: Map<string, string>
  /** Serial numbers of revoked certificates, decimal. */
  readonly revocados: Set<string>
  /** Cents of IVA granted to a receiver by the refund service; other receivers are not checked (92). */
  readonly devoluciones: Map<string, bigint>
  /** Keys of invoices accepted as negotiable in the portal. */
  readonly negociables: Set<string>
}

export const createGuion = (): Guion => ({
  emisores: new Map(),
  receptores: new Map(),
  revocados: new Set(),
  devoluciones: new Map(),
  negociables: new Set(),
})

export function clearGuion(guion: Guion): void {
  for (const part of Object.values(guion) as (Map<string, unknown> | Set<string>)[]) part.clear()
}

export const CODIGOS_EMISOR: ReadonlySet<string> = new Set(['2', '27', '28', '34', '37', '46', '57', '63'])
export const CODIGOS_ESTABLECIMIENTO: ReadonlySet<string> = new Set(['10', '56'])
export const CODIGOS_TIPO: ReadonlySet<string> = new Set(['34'])
export const CODIGOS_RECEPTOR: ReadonlySet<string> = new Set(['59', '69'])
