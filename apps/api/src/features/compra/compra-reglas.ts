import type { CompraForm } from '@yupana/contract'
import {
  bajaCompra,
  bancarizacionWarning,
  checkIdentificacion,
  checkImpuestosCompra,
  checkLineasCompra,
  checkPagoExterior,
  checkPagos,
  checkReembolsos,
  checkSustento,
  COD_DOC,
  COD_DOC_REEMBOLSO,
  displayMonto,
  exigeAutorizacion,
  fitsDecimals,
  isAutorizacion,
  modificaCompra,
  PAGO_EXTERIOR,
  PAGO_LOCAL,
  parametroAt,
  readClaveAcceso,
  receptorKey,
  sum,
  TIPO_IDENTIFICACION,
  tiposCompraAt,
  totalesCompraOf,
  type Fecha,
  type TotalesCompra,
} from '@yupana/fiscal'

import type { Ambiente } from '../../db/schema.ts'
import type { Problem } from '../../errors.ts'
import { CAMPOS_REEMBOLSO, problemOf, reembolsosOf } from '../comprobante/armado/armado.door.ts'

export interface CompraRevisada {
  totales: TotalesCompra
  problemas: Problem[]
  avisos: Problem[]
}

const asProblem = problemOf({
  ...CAMPOS_REEMBOLSO,
  codSustento: 'sustento',
  codDocSustento: 'tipo',
  pagoLocExt: 'pago_exterior',
  tipoRegi: 'regimen',
  paisEfecPago: 'pais',
  aplicConvDobTrib: 'convenio',
  pagExtSujRetNorLeg: 'sujeto_retencion',
  pagoRegFis: 'regimen_fiscal',
  compra: '',
  formaPago: 'forma_pago',
})

const EMPTY: TotalesCompra = { subtotal: 0, gravado: 0, cero: 0, noObjeto: 0, exento: 0, iva: 0, ice: 0, irbpnr: 0, total: 0 }
/** Types whose electronic document is a factura. */
const codDocOf = (tipo: string): string =>
  ({ [COD_DOC_REEMBOLSO]: COD_DOC.FACTURA, '47': COD_DOC.NOTA_CREDITO, '48': COD_DOC.NOTA_DEBITO })[tipo] ?? tipo

export const impuestosDe = ({ impuestos }: Pick<CompraForm, 'impuestos'>) =>
  impuestos.map(({ codigo_porcentaje: codigoPorcentaje, ...one }) => ({ ...one, codigoPorcentaje }))

export const lineaDe = ({ base, iva, codigo_porcentaje: codigoPorcentaje }: CompraForm['lineas'][number]) => ({
  base,
  iva,
  codigoPorcentaje,
})

interface Contexto {
  ruc: string
  ambiente: Ambiente
  /** The form read from its XML, if received. */
  leido: CompraForm | undefined
}

/** The problems of a purchase by itself, and its warnings. */
export function reviseCompra(form: CompraForm, hoy: Fecha, { ruc, ambiente, leido }: Contexto): CompraRevisada {
  const problemas: Problem[] = []
  const avisos: Problem[] = []
  const { fecha_emision: fecha, fecha_registro: registro = hoy, tipo, vence } = form
  const add = (campo: string, message: string) => void problemas.push({ campo, message })
  if (fecha > hoy) add('fecha_emision', 'La fecha del comprobante no puede ser futura.')
  if (registro > hoy) add('fecha_registro', 'La fecha de registro no puede ser futura.')
  if (registro < fecha) add('fecha_registro', 'Se registra desde el día en que se emitió el comprobante.')
  if (vence !== undefined && vence < fecha) add('vence', 'No vence antes de la fecha del comprobante.')
  if (tiposCompraAt(fecha).some(({ codigo }) => codigo === tipo))
    problemas.push(...checkSustento(form.sustento, tipo, fecha, 'compra').map(asProblem))
  else
    add(
      'tipo',
      tipo === COD_DOC.LIQUIDACION_COMPRA
        ? 'Una liquidación de compra la emite usted: hágala en «Liquidaciones de Compra».'
        : 'De este tipo de comprobante no se registra una compra.',
    )
  for (const part of [checkProveedor(form, ruc), checkAutorizacion(form, ambiente), checkModificado(form), checkExterior(form)]) {
    problemas.push(...part.problemas)
    avisos.push(...part.avisos)
  }
  const montos = checkMontos(form, leido !== undefined && cifrasDe(form) === cifrasDe(leido))
  return { totales: montos.totales, problemas: [...problemas, ...montos.problemas], avisos: [...avisos, ...montos.avisos] }
}

type Parte = Omit<CompraRevisada, 'totales'>

function checkProveedor({ proveedor, tipo_sujeto: tipoSujeto, regimen_proveedor: regimen, tipo }: CompraForm, ruc: string): Parte {
  const { tipo_identificacion: tipoId, identificacion } = proveedor
  const campo = 'proveedor.identificacion'
  const problemas: Problem[] = []
  if (tipoId === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL) problemas.push({ campo, message: 'Identifique al proveedor.' })
  const { valid, problem, warning } = checkIdentificacion(tipoId, identificacion)
  if (!valid) problemas.push({ campo, message: problem ?? 'Identificación no válida.' })
  else if (receptorKey(tipoId, identificacion) === receptorKey(TIPO_IDENTIFICACION.RUC, ruc))
    problemas.push({ campo, message: 'El proveedor no puede ser la propia empresa.' })
  const isForeign = tipoId === TIPO_IDENTIFICACION.PASAPORTE || tipoId === TIPO_IDENTIFICACION.EXTERIOR
  if (isForeign && tipoSujeto === undefined)
    problemas.push({ campo: 'tipo_sujeto', message: 'Indique si el proveedor es persona natural o sociedad.' })
  if (!isForeign && tipoSujeto !== undefined)
    problemas.push({ campo: 'tipo_sujeto', message: 'Este dato va solo con una identificación del exterior.' })
  const avisos: Problem[] = warning ? [{ campo, message: warning }] : []
  if (tipo === '02' && regimen !== 'NEGOCIO_POPULAR')
    avisos.push({
      campo: 'regimen_proveedor',
      message: 'Las notas de venta las emiten los negocios populares: revise el régimen del proveedor.',
    })
  return { problemas, avisos }
}

function checkAutorizacion({ autorizacion, tipo, proveedor, numero, fecha_emision }: CompraForm, ambiente: Ambiente): Parte {
  const campo = 'autorizacion'
  const wrong = (message: string): Parte => ({ problemas: [{ campo, message }], avisos: [] })
  const none: Parte = { problemas: [], avisos: [] }
  if (autorizacion === undefined) return exigeAutorizacion(tipo) ? wrong('Escriba la autorización: 10, 37 o 49 dígitos.') : none
  if (exigeAutorizacion(tipo) && !isAutorizacion(autorizacion)) return wrong('La autorización tiene 10, 37 o 49 dígitos.')
  if (autorizacion.length !== 49) return none
  const clave = readClaveAcceso(autorizacion)
  if (!clave) return wrong('La clave de acceso no es válida: revise sus 49 dígitos.')
  if (clave.codDoc !== codDocOf(tipo)) return wrong('La clave de acceso es de otro tipo de comprobante.')
  if (proveedor.tipo_identificacion === TIPO_IDENTIFICACION.RUC && clave.ruc !== proveedor.identificacion)
    return wrong('La clave de acceso es de otro proveedor.')
  if (`${clave.estab}-${clave.ptoEmi}-${clave.secuencial}` !== numero) return wrong('La clave de acceso es de otro número.')
  if (clave.fechaEmision !== fecha_emision) return wrong('La clave de acceso es de otra fecha.')
  if (ambiente === 'PRODUCCION' && clave.ambiente !== '2') return wrong('Es un comprobante de pruebas: no tiene validez tributaria.')
  return none
}

function checkModificado({ tipo, numero, modificado, fecha_emision }: CompraForm): Parte {
  const campo = 'modificado'
  if (!modificaCompra(tipo))
    return { problemas: modificado ? [{ campo, message: 'Solo una nota modifica otro comprobante.' }] : [], avisos: [] }
  if (!modificado) return { problemas: [{ campo: 'modificado.numero', message: 'Indique el comprobante que modifica.' }], avisos: [] }
  if (modificado.tipo === tipo && modificado.numero === numero)
    return { problemas: [{ campo: 'modificado.numero', message: 'Un comprobante no se modifica a sí mismo.' }], avisos: [] }
  return {
    problemas:
      modificado.fecha > fecha_emision
        ? [{ campo: 'modificado.fecha', message: 'El comprobante que se modifica no puede ser posterior a la nota.' }]
        : [],
    avisos: [],
  }
}

function checkExterior({ pago_exterior: pago, tipo, reembolsos, fecha_emision: fecha }: CompraForm): Parte {
  const datos = pago
    ? {
        pagoLocExt: PAGO_EXTERIOR,
        tipoRegi: pago.regimen,
        paisEfecPago: pago.pais,
        aplicConvDobTrib: pago.convenio ? ('SI' as const) : ('NO' as const),
        ...(pago.sujeto_retencion !== undefined && { pagExtSujRetNorLeg: pago.sujeto_retencion ? ('SI' as const) : ('NO' as const) }),
      }
    : { pagoLocExt: PAGO_LOCAL }
  const problemas = checkPagoExterior(datos, 'pago_exterior').map(asProblem)
  const avisos: Problem[] = []
  if (tipo === '15' && !pago)
    avisos.push({ campo: 'pago_exterior', message: 'Un comprobante del exterior suele pagarse al exterior: indique el país.' })
  const reembolsados = checkReembolsos(reembolsosOf(reembolsos), fecha, 'reembolsos')
  problemas.push(...reembolsados.problemas.map(asProblem))
  avisos.push(...reembolsados.advertencias.map(asProblem))
  if (reembolsos.length > 0 && tipo !== COD_DOC_REEMBOLSO)
    problemas.push({ campo: 'reembolsos', message: 'Los reembolsos van con el tipo 41, comprobante emitido por reembolso.' })
  if (reembolsos.length === 0 && tipo === COD_DOC_REEMBOLSO)
    problemas.push({
      campo: 'reembolsos',
      message: 'El tipo 41 lleva los comprobantes que reembolsa: detállelos, o elija el tipo 01 si no es un reembolso.',
    })
  return { problemas, avisos }
}

const worded = ({ campo, mensaje }: { campo: string; mensaje: string }): Problem => ({ campo, message: mensaje })

/** The amounts of a document as text. */
const cifrasDe = (form: CompraForm): string =>
  JSON.stringify([
    form.total,
    form.otros,
    form.impuestos.map(({ codigo, codigo_porcentaje: tarifa, base, valor }) => `${codigo}/${tarifa}/${base}/${valor}`).sort(),
    form.lineas.map(({ cantidad, base, iva }) => [cantidad, base, iva ?? null]),
  ])

/** `sonDelXml`: signed amounts are booked as they are, and a difference in them is a warning. */
function checkMontos(form: CompraForm, sonDelXml: boolean): CompraRevisada {
  const { otros, total, lineas, pagos, tipo, fecha_emision: fecha } = form
  const { valor: tolerancia } = parametroAt('toleranciaIva', fecha)
  const impuestos = impuestosDe(form)
  try {
    const totales = totalesCompraOf(impuestos, otros)
    const revision = checkImpuestosCompra(impuestos, fecha, Math.max(1, lineas.length))
    const problemas = revision.problemas.map(worded)
    const avisos = revision.advertencias.map(worded)
    const unlike = sonDelXml ? avisos : problemas
    unlike.push(...revision.diferencias.map(worded))
    if (totales.subtotal < 0) problemas.push({ campo: 'impuestos', message: 'El ICE no puede superar la base del IVA, que lo incluye.' })
    if (!fitsDecimals(otros)) problemas.push({ campo: 'otros', message: 'El valor lleva máximo dos decimales.' })
    const diferencia = Math.abs(total - totales.total)
    const message = `El total debe ser ${displayMonto(totales.total)}: las bases más los impuestos y otros valores.`
    if (!fitsDecimals(total)) problemas.push({ campo: 'total', message: 'El total lleva máximo dos decimales.' })
    else if (diferencia > 0) (diferencia > tolerancia ? unlike : avisos).push({ campo: 'total', message })
    const ajenas = checkLineasCompra(impuestos, lineas.map(lineaDe), fecha).map(worded)
    unlike.push(...ajenas)
    const bases = sum(lineas.map(({ base }) => base))
    if (lineas.length > 0 && ajenas.length === 0 && totales.subtotal - bases > tolerancia)
      avisos.push({ campo: 'lineas', message: `Las líneas suman ${displayMonto(bases)} y las bases ${displayMonto(totales.subtotal)}.` })
    problemas.push(...pagosProblems(form))
    const advertencia = bancarizacionWarning(
      pagos.map(({ forma_pago: formaPago, total: pagado }) => ({ formaPago, total: pagado })),
      total,
      fecha,
    )
    if (advertencia && !bajaCompra(tipo)) avisos.push({ campo: 'pagos', message: advertencia.mensaje })
    return { totales, problemas, avisos }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return {
      totales: EMPTY,
      problemas: [{ campo: 'impuestos', message: 'Los valores superan el máximo que un comprobante admite.' }],
      avisos: [],
    }
  }
}

/** The ATS needs the means of payment above an amount; a credit note has none. */
function pagosProblems({ pagos, total, tipo, fecha_emision: fecha }: CompraForm): Problem[] {
  if (pagos.length > 0)
    return checkPagos(
      pagos.map(({ forma_pago: formaPago, total: pagado }) => ({ formaPago, total: pagado })),
      total,
      fecha,
    ).problemas.map(asProblem)
  const { valor } = parametroAt('bancarizacionMinimo', fecha)
  return total > valor && !bajaCompra(tipo)
    ? [{ campo: 'pagos', message: `Indique la forma de pago: el anexo la pide sobre ${displayMonto(valor)}.` }]
    : []
}
