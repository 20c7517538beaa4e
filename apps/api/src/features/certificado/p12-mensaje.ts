import type { Diagnostico, P12ErrorCode } from '@yupana/sri'

/** What goes into the thread. */
export interface P12Peticion {
  bytes: Uint8Array
  password: string
  /** Of the company that will sign. */
  ruc: string
  now: Date
}

export interface P12Abierto {
  /** PKCS#8. */
  privateKey: Uint8Array
  certificado: Uint8Array
  diagnostico: Diagnostico
}

/** What comes out of it, after `READY`. */
export type P12Respuesta = ({ ok: true } & P12Abierto) | { ok: false; codigo: P12ErrorCode }

/** The thread has loaded and waits for the file: its deadline begins. */
export const READY = 'ready'
