import type { Diagnostico, P12ErrorCode } from '@yupana/sri'

/** Message to the thread. */
export interface P12Peticion {
  bytes: Uint8Array
  password: string
  /** RUC of the company that will sign. */
  ruc: string
  now: Date
}

export interface P12Abierto {
  /** PKCS#8. */
  privateKey: Uint8Array
  certificado: Uint8Array
  diagnostico: Diagnostico
}

/** Answer of the thread, after `READY`. */
export type P12Respuesta = ({ ok: true } & P12Abierto) | { ok: false; codigo: P12ErrorCode }

/** The thread has loaded and waits for the file: the deadline begins. */
export const READY = 'ready'
