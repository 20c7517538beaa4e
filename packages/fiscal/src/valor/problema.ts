/** Why something a person entered cannot be accepted: an expected answer, never an exception. */
export interface Problema {
  /** Path of the field in the value that was checked: `lineas.0.descuento`. Empty when it is the whole. */
  campo: string
  /** Spanish, ready to be shown. */
  mensaje: string
  /** A cent, or no entry of a rate of 0 %: never issued by us, only a notice in what others issued and the SRI authorised (O-120). */
  leve?: boolean
}

/** What a check found. */
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
