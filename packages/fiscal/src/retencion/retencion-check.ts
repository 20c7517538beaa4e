/** Checks a whole comprobante de retención before it takes a number. */
import type { CondicionTributaria } from '../identificacion/condicion.ts'
import { COD_DOC } from '../documento/enumeraciones.ts'
import type { Fecha } from '../valor/fecha.ts'
import { checkIdentificacionDe } from '../identificacion/identificacion-por-comprobante.ts'
import { TIPO_IDENTIFICACION } from '../identificacion/identificacion.ts'
import { joinRevisiones, type Problema, type Revision } from '../valor/problema.ts'
import { permisoRetencion } from './retencion-permiso.ts'
import { checkDocSustento, PAGO_EXTERIOR } from './retencion-sustento.ts'
import { retencionAt, type ImpuestoRetenido } from './retencion-tarifas.ts'
import { isAutorretencion, type DocSustento } from './retencion.ts'

export interface RetencionDocumento {
  tipoIdentificacionSujetoRetenido: string
  identificacionSujetoRetenido: string
  /** 01 natural person, 02 company; only with type 08. */
  tipoSujetoRetenido?: string | undefined
  docsSustento: readonly DocSustento[]
}

export interface RetencionContexto {
  /** Issue date of the voucher. */
  fecha: Fecha
  /** RUC of the issuer. */
  ruc: string
  condiciones: readonly CondicionTributaria[]
  /** Day of payment or credit, stated near a change of rates, and the reason. */
  pago?: { fecha: Fecha; motivo: string } | undefined
}

/** Date that decides the percentages: the payment's if the user states it, else the voucher's. */
export const fechaTarifaOf = ({ fecha, pago }: Pick<RetencionContexto, 'fecha' | 'pago'>): Fecha => pago?.fecha ?? fecha

/** periodoFiscal of a voucher of that day: `mm/aaaa`. */
export const periodoFiscalOf = (fecha: Fecha): string => `${fecha.slice(5, 7)}/${fecha.slice(0, 4)}`

/** Broken rules and warnings. */
export function checkRetencion(documento: RetencionDocumento, contexto: RetencionContexto): Revision {
  const { docsSustento } = documento
  const sujeto = checkIdentificacionDe(
    COD_DOC.RETENCION,
    documento.tipoIdentificacionSujetoRetenido,
    documento.identificacionSujetoRetenido,
    'identificacionSujetoRetenido',
  )
  const problemas = [...checkTipoSujeto(documento), ...checkPago(documento, contexto), ...checkRepetidos(docsSustento)]
  if (docsSustento.length === 0) problemas.push({ campo: 'docsSustento', mensaje: 'Agregue al menos un comprobante de sustento.' })
  const docs = docsSustento.map((doc, at) =>
    joinRevisiones(
      {
        problemas: [...checkPermiso(doc, contexto, `docsSustento.${at}`), ...checkPropia(doc, documento, contexto, `docsSustento.${at}`)],
        advertencias: [],
      },
      checkDocSustento(doc, contexto.fecha, fechaTarifaOf(contexto), `docsSustento.${at}`),
    ),
  )
  return joinRevisiones(sujeto, { problemas, advertencias: [] }, ...docs)
}

/** Without tipoSujetoRetenido the SRI answers error 52 for a subject of type 08. */
function checkTipoSujeto({ tipoIdentificacionSujetoRetenido: tipo, tipoSujetoRetenido }: RetencionDocumento): Problema[] {
  const isNeeded = tipo === TIPO_IDENTIFICACION.EXTERIOR
  if (isNeeded && tipoSujetoRetenido !== '01' && tipoSujetoRetenido !== '02')
    return [
      { campo: 'tipoSujetoRetenido', mensaje: 'Con identificación del exterior, indique si es persona natural (01) o sociedad (02).' },
    ]
  if (!isNeeded && tipoSujetoRetenido !== undefined)
    return [{ campo: 'tipoSujetoRetenido', mensaje: 'El tipo de sujeto va solo con identificación del exterior.' }]
  return []
}

/** The date of payment may decide only if a rate changed since then, and a reason is given. */
function checkPago({ docsSustento }: RetencionDocumento, { fecha, pago }: RetencionContexto): Problema[] {
  if (pago === undefined) return []
  const problemas: Problema[] = []
  if (pago.motivo.trim() === '') problemas.push({ campo: 'pago.motivo', mensaje: 'Escriba por qué se usa la fecha de pago.' })
  if (pago.fecha > fecha) problemas.push({ campo: 'pago.fecha', mensaje: 'La fecha de pago no puede ser posterior a la retención.' })
  const codigos = docsSustento.flatMap((doc) => doc.retenciones.map((one) => one.codigoRetencion))
  if (!codigos.some((codigo) => ratesDiffer(codigo, pago.fecha, fecha)))
    problemas.push({
      campo: 'pago.fecha',
      mensaje: 'Ningún porcentaje de esta retención cambió desde esa fecha: rige la fecha del comprobante.',
    })
  return problemas
}

function ratesDiffer(codigo: string, a: Fecha, b: Fecha): boolean {
  const [before, after] = [retencionAt(codigo, a), retencionAt(codigo, b)]
  return before?.porcentaje !== after?.porcentaje || before?.texto !== after?.texto
}

function checkRepetidos(docs: readonly DocSustento[]): Problema[] {
  const seen = new Set<string>()
  return docs.flatMap((doc, at) => {
    const key = `${doc.codDocSustento}-${doc.numDocSustento}-${doc.codSustento}`
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst
      ? []
      : [{ campo: `docsSustento.${at}.numDocSustento`, mensaje: 'Este comprobante consta dos veces con el mismo sustento.' }]
  })
}

const isPropia = (doc: DocSustento): boolean => doc.retenciones.length > 0 && doc.retenciones.every(isAutorretencion)

/** Checks whether the company may withhold these taxes (O-99). */
function checkPermiso(doc: DocSustento, { condiciones, fecha }: RetencionContexto, campo: string): Problema[] {
  const caso = {
    liquidacion: doc.codDocSustento === COD_DOC.LIQUIDACION_COMPRA,
    exterior: doc.pagoLocExt === PAGO_EXTERIOR,
    propia: isPropia(doc),
  }
  const { impuestos, motivos } = permisoRetencion(condiciones, fecha, caso)
  return doc.retenciones.flatMap(({ codigo }, at) =>
    impuestos.includes(codigo as ImpuestoRetenido)
      ? []
      : [
          {
            campo: `${campo}.retenciones.${at}.codigo`,
            mensaje: `No corresponde retener este impuesto. ${motivos[codigo as ImpuestoRetenido] ?? ''}`.trim(),
          },
        ],
  )
}

/** Withholding from oneself (350, 3481): the subject is the issuer, document 42, support 12. */
function checkPropia(doc: DocSustento, documento: RetencionDocumento, { ruc }: RetencionContexto, campo: string): Problema[] {
  if (!doc.retenciones.some(isAutorretencion)) return []
  const problemas: Problema[] = []
  const add = (path: string, mensaje: string): void => void problemas.push({ campo: path, mensaje })
  if (documento.identificacionSujetoRetenido !== ruc)
    add('identificacionSujetoRetenido', 'En una autorretención el sujeto retenido es la propia empresa.')
  if (doc.codDocSustento !== '42') add(`${campo}.codDocSustento`, 'Una autorretención lleva el tipo de comprobante 42.')
  if (doc.codSustento !== '12') add(`${campo}.codSustento`, 'Una autorretención lleva el sustento 12.')
  if (!isPropia(doc)) add(`${campo}.retenciones`, 'Una autorretención no se mezcla con otras retenciones.')
  return problemas
}
