/** What binds a sealed key to its owner: it opens nowhere else (reliability §1.5-1). `huella`: SHA-256 of the certificate. */
export const contextoLlave = (empresaId: string, certificadoId: string, huella: string): string => `${empresaId}|${certificadoId}|${huella}`

/** The same for the password of the file, in an envelope of its own (O-15). */
export const contextoClave = (empresaId: string, certificadoId: string, huella: string): string => `${contextoLlave(empresaId, certificadoId, huella)}|clave`
