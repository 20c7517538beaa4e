/** What binds the sealed secret of a second factor to its user. */
export const contextoFactor = (usuarioId: string): string => `segundo factor ${usuarioId}`
