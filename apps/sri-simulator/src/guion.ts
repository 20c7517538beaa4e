// What a script says about issuers and receivers: by default every well-formed RUC is enrolled and every receiver exists.

export interface Guion {
  /** Code refused for a RUC, or for one of its establishments (`RUC/001`). */
  readonly emisores: Map<string, string>
  /** Receivers that do not exist: 59 warns, 69 refuses. */
  readonly receptores: Map<string, string>
}

export const createGuion = (): Guion => ({ emisores: new Map(), receptores: new Map() })

export const CODIGOS_EMISOR: ReadonlySet<string> = new Set(['2', '27', '28', '34', '37', '46', '57', '63'])
export const CODIGOS_ESTABLECIMIENTO: ReadonlySet<string> = new Set(['10', '56'])
export const CODIGOS_RECEPTOR: ReadonlySet<string> = new Set(['59', '69'])
