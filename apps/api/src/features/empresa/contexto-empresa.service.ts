/** What binds a company's own secret, from which its códigos numéricos follow (O-86), to its row. */
export const contextoEmpresa = (empresaId: string): string => `empresa|${empresaId}`
