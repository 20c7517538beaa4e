/** Points checked in a request, document by document, before it goes to the certification entity (specification §5, O-80). */
import type { DocumentoFirma, TipoFirma } from './solicitud-firma.ts'

export interface PuntoFirma {
  punto: string
  label: string
  /** Message for the holder when the point fails. */
  observacion: string
}

const RUC_DATOS: PuntoFirma = {
  punto: 'RUC_DATOS',
  label: 'El número y el nombre son los de la solicitud',
  observacion: 'El RUC no es el de la solicitud',
}

const RUC: Readonly<Record<TipoFirma, PuntoFirma>> = {
  NATURAL: { punto: 'RUC_ACTIVO', label: 'Activo y actualizado', observacion: 'El RUC no está activo o actualizado' },
  JURIDICA: { punto: 'RUC_ACTIVO', label: 'El RUC de la empresa está activo', observacion: 'El RUC de la empresa no está activo' },
}

const POR_DOCUMENTO: Readonly<Record<Exclude<DocumentoFirma, 'RUC'>, readonly PuntoFirma[]>> = {
  CEDULA_FRENTE: [
    { punto: 'FRENTE_LEGIBLE', label: 'A color, nítida y completa', observacion: 'La cara frontal está borrosa' },
    {
      punto: 'FRENTE_DATOS',
      label: 'Nombres, número y nacimiento son los de la solicitud',
      observacion: 'Los datos de la cédula no son los de la solicitud',
    },
  ],
  CEDULA_REVERSO: [
    { punto: 'REVERSO_LEGIBLE', label: 'A color, nítida y completa', observacion: 'La cara posterior está borrosa' },
    { punto: 'REVERSO_VIGENTE', label: 'La cédula está vigente', observacion: 'La cédula está caducada' },
  ],
  SELFIE: [
    {
      punto: 'SELFIE_LEGIBLE',
      label: 'Se ven el rostro y la cédula, sin gorras, gafas ni accesorios',
      observacion: 'El rostro o la cédula no se ven bien en la selfie',
    },
    { punto: 'SELFIE_ROSTRO', label: 'Es la persona de la cédula', observacion: 'La persona de la selfie no es la de la cédula' },
  ],
  CONSTITUCION: [{ punto: 'CONSTITUCION_COMPLETA', label: 'Legible y completa', observacion: 'La constitución no se lee completa' }],
  NOMBRAMIENTO: [
    {
      punto: 'NOMBRAMIENTO_VIGENTE',
      label: 'Vigente, legible y completo',
      observacion: 'El nombramiento no está vigente o no se lee completo',
    },
    {
      punto: 'NOMBRAMIENTO_DATOS',
      label: 'Nombra al representante de la solicitud',
      observacion: 'El nombramiento es de otra persona que la de la solicitud',
    },
  ],
  ACEPTACION: [{ punto: 'ACEPTACION_FIRMADA', label: 'Es del representante y está firmada', observacion: 'La carta no está firmada' }],
  VIDEO: [
    { punto: 'VIDEO_TEXTO', label: 'El titular dice todo el texto, sin que se lo dicten', observacion: 'El titular no dice todo el texto' },
    {
      punto: 'VIDEO_CORREO',
      label: 'El correo que dice es el de la solicitud',
      observacion: 'El correo del video no es el de la solicitud',
    },
  ],
}

/** Points of a document in a request of that kind. */
export const puntosDeDocumento = (tipo: TipoFirma, documento: DocumentoFirma): readonly PuntoFirma[] =>
  documento === 'RUC' ? [RUC[tipo], RUC_DATOS] : POR_DOCUMENTO[documento]

/** Unchecked points of these documents. */
export const puntosPendientes = (tipo: TipoFirma, documentos: readonly DocumentoFirma[], comprobado: readonly string[]): PuntoFirma[] =>
  documentos.flatMap((documento) => puntosDeDocumento(tipo, documento)).filter(({ punto }) => !comprobado.includes(punto))
