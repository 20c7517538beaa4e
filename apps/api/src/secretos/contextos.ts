/** Context that binds the sealed text of a letter to its row. */
export const contextoCarta = (id: string): string => `carta de cuenta ${id}`
export const contextoCartaHtml = (id: string): string => `${contextoCarta(id)}|html`

/** Context that binds a sealed key to its owner: it opens nowhere else (reliability §1.5-1). `huella`: SHA-256 of the certificate. */
export const contextoLlave = (empresaId: string, certificadoId: string, huella: string): string => `${empresaId}|${certificadoId}|${huella}`

/** The same for the password of the file, in an envelope of its own (O-15). */
export const contextoClaveFirma = (empresaId: string, certificadoId: string, huella: string): string =>
  `${contextoLlave(empresaId, certificadoId, huella)}|clave`

/** Context that binds a company's own secret, from which its códigos numéricos follow (O-86), to its row. */
export const contextoEmpresa = (empresaId: string): string => `empresa|${empresaId}`

/** Context that binds the sealed secret of a second factor to its user. */
export const contextoFactor = (usuarioId: string): string => `segundo factor ${usuarioId}`

/** Context that binds a sealed part of a file to its company, its file and its place in it. */
export const contextoArchivo = (empresaId: string, archivoId: string, n: number): string => `archivo|${empresaId}|${archivoId}|${n}`

/** Context that binds the sealed password of a mailbox to its company. */
export const contextoBuzon = (empresaId: string): string => `buzon|${empresaId}`
