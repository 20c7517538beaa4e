/** A problem of an entered value: an expected answer, never an exception. */
export interface Problema {
  /** Path of the field in the checked value: `lineas.0.descuento`. Empty for the whole value. */
  campo: string
  /** Spanish, ready to be shown. */
  mensaje: string
  /**
   * A slight problem: a cent, or a missing entry of a 0 % rate. We never issue one, but accept it with a notice in documents of others that
   * the SRI authorised (O-120).
   */
  leve?: boolean
}

/** Findings of a check. */
export interface Revision {
  problemas: Problema[]
  /** Shown, never blocking. */
  advertencias: Problema[]
}

/** Several findings as one, in order. */
export const joinRevisiones = (...revisiones: readonly Revision[]): Revision => ({
  problemas: revisiones.flatMap((one) => one.problemas),
  advertencias: revisiones.flatMap((one) => one.advertencias),
})
