import type { Contexto } from '@yupana/contract'
import { checkRetencion, isFecha, PATRON_NUMERO, periodoFiscalOf, TIPO_IDENTIFICACION, type Fecha } from '@yupana/fiscal'

import { reviseCampos, reviseTexto } from '../../domain/emision/campos-valores.ts'
import { reviseComprador } from '../../domain/emision/comprador-valores.ts'
import { avisoFechaOf } from '../../domain/emision/fecha-emision.ts'
import { firstOfEach, inPlace, SIN_PUNTO, type Hallazgo, type Revision } from '../../domain/emision/tipo-documento.ts'
import { amount, day, retencionesOf, reviseLinea } from '../../domain/retencion/lineas.ts'
import { campoDeLey, docSustentoOf, isPropia } from './retencion-armar.ts'
import { basesOf, periodoOf, totalOf, type RetencionValores, type SustentoValores } from './retencion-valores.ts'

const EXCEDE = 'Los valores superan el máximo que un comprobante admite.'
const NUMERO = 'Escriba el número del comprobante como 001-001-000000001.'

/** Problems of a purchase that cannot be read, in the order of the screen. */
function reviseSustento(doc: SustentoValores, at: number): Hallazgo[] {
  const campo = `docs.${at}`
  const numero = doc.numero.trim()
  return [
    ...((numero !== '' || !isPropia(doc)) && !PATRON_NUMERO.test(numero) ? [{ campo: `${campo}.numero`, message: NUMERO }] : []),
    ...day(`${campo}.fecha`, doc.fecha),
    ...day(`${campo}.fecha_registro`, doc.fecha_registro, false),
    ...(basesOf(doc).length === 0
      ? [{ campo: `${campo}.bases.0.base`, message: 'Indique la base del comprobante, también la de 0%.' }]
      : []),
    ...basesOf(doc).flatMap(({ fila }) => [
      ...amount(`${campo}.bases.${fila}.base`, doc.bases[fila]?.base ?? ''),
      ...amount(`${campo}.bases.${fila}.valor`, doc.bases[fila]?.valor ?? '', { isRequired: false }),
    ]),
    ...amount(`${campo}.importe`, doc.importe, { isRequired: false }),
    ...(doc.exterior && !/^\d{3,4}$/.test(doc.pais.trim()) ? [{ campo: `${campo}.pais`, message: 'Indique el país al que se paga.' }] : []),
    ...retencionesOf(doc).flatMap(({ fila, linea }) => reviseLinea(doc, linea, `${campo}.retenciones.${fila}`)),
  ]
}

/** Problems of the whole voucher by law. */
function reviseLey(valores: RetencionValores, fecha: Fecha, { condiciones, empresa }: Contexto) {
  const { comprador, tipo_sujeto: tipo } = valores
  const revision = checkRetencion(
    {
      tipoIdentificacionSujetoRetenido: comprador?.tipo_identificacion ?? '',
      identificacionSujetoRetenido: comprador?.identificacion ?? '',
      tipoSujetoRetenido: comprador?.tipo_identificacion === TIPO_IDENTIFICACION.EXTERIOR && tipo !== '' ? tipo : undefined,
      docsSustento: valores.docs.map(docSustentoOf),
    },
    {
      fecha,
      ruc: empresa.ruc,
      condiciones,
      ...(isFecha(valores.pago_fecha) && { pago: { fecha: valores.pago_fecha, motivo: valores.pago_motivo } }),
    },
  )
  return {
    problemas: revision.problemas.map(({ campo, mensaje }): Hallazgo => ({ campo: campoDeLey(campo, valores), message: mensaje })),
    avisos: revision.advertencias.map(({ mensaje }) => mensaje),
  }
}

/** A separate month must not be later than the voucher's. */
function revisePeriodo(mes: string, fecha: Fecha): Revision {
  if (mes === '' || periodoOf(mes) === periodoFiscalOf(fecha)) return { problemas: [], avisos: [] }
  if (mes > fecha.slice(0, 7))
    return { problemas: [{ campo: 'periodo', message: 'El período fiscal no puede ser posterior a la fecha de emisión.' }], avisos: [] }
  return { problemas: [], avisos: [`El período no es el de la fecha de emisión (${periodoFiscalOf(fecha)}). Confírmelo.`] }
}

const ORDEN = [
  'comprador',
  'correos',
  'tipo_sujeto',
  'fecha_emision',
  'serie',
  'periodo',
  'pago_fecha',
  'pago_motivo',
  'docs',
  'info_adicional',
]
const SUYOS = ['cod_doc', 'numero', 'fecha', 'autorizacion', 'cod_sustento', 'forma_pago', 'bases', 'importe', 'retenciones']

/** Sort key of a field: part of the screen, sustento, its field and row. */
function placeOf({ campo }: Hallazgo): number[] {
  const [first = '', at = '0', name = '', fila = '0'] = campo.split('.')
  const own = SUYOS.indexOf(name)
  return [ORDEN.indexOf(first), Number(at), own < 0 ? SUYOS.length : own, Number(fila)]
}

/** All problems that the server would refuse, in the order of the screen; the first of each field. */
export function revisar(valores: RetencionValores, fecha: Fecha, contexto: Contexto): Revision {
  const { empresa, hoy } = contexto
  const { problema, aviso } = avisoFechaOf(valores.fecha_emision, hoy, empresa.dias_fecha_anterior)
  const comprador = reviseComprador(valores, 'Elija el proveedor.')
  const periodo = revisePeriodo(valores.periodo, fecha)
  const ley = totalOf(valores) === undefined ? undefined : reviseLey(valores, fecha, contexto)
  const problemas = [
    ...comprador.problemas,
    ...(problema === undefined ? [] : [{ campo: 'fecha_emision', message: problema }]),
    ...(valores.serie === '' ? [SIN_PUNTO] : []),
    ...periodo.problemas,
    ...valores.docs.flatMap(reviseSustento),
    ...day('pago_fecha', valores.pago_fecha, false),
    ...(valores.pago_fecha === '' ? [] : reviseTexto('pago_motivo', valores.pago_motivo)),
    ...(ley ? ley.problemas : [{ campo: 'docs.0.bases.0.base', message: EXCEDE }]),
    ...reviseCampos(valores.info_adicional),
  ]
  return {
    problemas: firstOfEach(inPlace(problemas, placeOf)),
    avisos: [...new Set([...(aviso === undefined ? [] : [aviso]), ...comprador.avisos, ...periodo.avisos, ...(ley?.avisos ?? [])])],
  }
}
