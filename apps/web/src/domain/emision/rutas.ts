import { COD_DOC, nombreEnFraseOf } from '@yupana/fiscal'

/** The editor of each type of document that has one. */
const EDITORES: Readonly<Record<string, string>> = {
  [COD_DOC.FACTURA]: '/documento',
  [COD_DOC.NOTA_CREDITO]: '/nota',
  [COD_DOC.NOTA_DEBITO]: '/nota',
  [COD_DOC.LIQUIDACION_COMPRA]: '/liquidacion_compra',
  [COD_DOC.GUIA_REMISION]: '/guia_remision',
  [COD_DOC.RETENCION]: '/retencion/compra',
}

interface Documento {
  id: string
  tipo: string
}

/** The one page of an issued document, whoever leads there. */
export const emitidoPathOf = (id: string): string => `/comprobante/${id}`

/** Where another one of its kind begins; undefined where its type has no editor. */
export const nuevoOf = (tipo: string): { pantalla: string; to: string; label: string } | undefined => {
  const pantalla = EDITORES[tipo]
  if (pantalla === undefined) return undefined
  return {
    pantalla,
    to: `${pantalla}/registro${tipo === COD_DOC.NOTA_DEBITO ? `?tipo=${tipo}` : ''}`,
    label: `Nueva ${nombreEnFraseOf(tipo)}`,
  }
}

/** Where a draft is gone on with. */
export const borradorPathOf = ({ id, tipo }: Documento): string | undefined =>
  EDITORES[tipo] === undefined ? undefined : `${EDITORES[tipo]}/${id}`

/** Where a rejected document is corrected; undefined where its type has no editor. */
export const correctPathOf = ({ id, tipo }: Documento): string | undefined =>
  EDITORES[tipo] === undefined ? undefined : `${EDITORES[tipo]}/${id}?corregir=1`

/** Where another one begins with what it says. */
export const duplicatePathOf = ({ id, tipo }: Documento): string | undefined =>
  EDITORES[tipo] === undefined ? undefined : `${EDITORES[tipo]}/registro?duplicar=${id}`

const TRANSFERENCIA = 'transferencia.'

/** Where a guía begins with what a transfer carries; `transferenciaOf` reads its origin back. */
export const guiaOfTransferencia = (id: string): string => `/guia_remision/registro?de=${TRANSFERENCIA}${id}`

/** The transfer that an address begins with; undefined for any other origin. */
export const transferenciaOf = (origen: string): string | undefined =>
  origen.startsWith(TRANSFERENCIA) ? origen.slice(TRANSFERENCIA.length) : undefined

const PERSONA = 'persona.'

/** Where a factura begins with its client; `personaOf` reads its origin back. */
export const facturaOfPersona = (id: string): string => `/documento/registro?de=${PERSONA}${id}`

/** The person that an address begins with; undefined for any other origin. */
export const personaOf = (origen: string): string | undefined => (origen.startsWith(PERSONA) ? origen.slice(PERSONA.length) : undefined)
