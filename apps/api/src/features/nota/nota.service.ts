import type { Calculo, Emitido, NotaCreditoForm, NotaDebitoForm, NotaForm, SaldoFactura } from '@yupana/contract'
import {
  COD_DOC,
  CODIGO_IMPUESTO,
  fechaIn,
  fromUnits,
  lugarIvaOf,
  percentOf,
  receptorKey,
  sum,
  type Fecha,
  type ImpuestoTotales,
  type LugarIva,
  type Monto,
} from '@yupana/fiscal'
import { DOCUMENTOS, type Problema } from '@yupana/sri'

import type { CreditoGuardado } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors, type Problem } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import {
  checkTextos,
  identificacionesOf,
  pagosGuardados,
  readCondiciones,
  receptorOf,
  requireSound,
  shown,
  SIN_NUMERO,
  taxOf,
  type ContextoEmision,
} from '../comprobante/armado/armado.door.ts'
import {
  decideFecha,
  emit,
  lineasMovidas,
  pedidoOf,
  type MueveCartera,
  type Preparacion,
  type Preparado,
  type TipoEmision,
} from '../comprobante/emision/emision.door.ts'
import { debeOfOrigen } from '../cartera/cartera.door.ts'
import type { Identidad } from '../comprobante/identidad/identidad.door.ts'
import type { MueveExistencias } from '../movimiento/movimiento.door.ts'
import { impedimentoOf, readOrigen, tarifasOf, type FacturaOrigen } from './factura-origen.ts'
import { armarNotaCredito, asProblem, reviseNotaCredito } from './nota-credito.ts'
import { armarNotaDebito, reviseNotaDebito } from './nota-debito.ts'
import type { NotaDatos } from './nota-datos.ts'
import { readModificado } from './nota-modificado.service.ts'
import { checkPermisoNota } from './nota-permiso.ts'
import { insertNota } from './nota.sql.ts'

type LineaGuardada = Preparado['fila']['lineas'][number]

/** A checked and totalled note of any kind. */
interface NotaRevisada {
  subtotal: Monto
  descuento: Monto
  impuestos: readonly ImpuestoTotales[]
  total: Monto
  lineas: LineaGuardada[]
  creditos: CreditoGuardado[]
  problemas: Problem[]
  avisos: Problem[]
  validate(datos: NotaDatos): Problema[]
  toXml(datos: NotaDatos, identidad: Identidad): string
}

function reviseCredito(form: NotaCreditoForm, fecha: Fecha, origen: FacturaOrigen | undefined, lugar: LugarIva): NotaRevisada {
  const revisada = reviseNotaCredito(form, fecha, origen, lugar)
  const { totales, lineas, creditos, problemas, avisos } = revisada
  const build = (datos: NotaDatos, identidad: Identidad) => armarNotaCredito({ ...datos, form }, revisada, identidad)
  return {
    subtotal: totales.totalSinImpuestos,
    descuento: totales.totalDescuento,
    impuestos: totales.totalConImpuestos,
    total: totales.valorModificacion,
    creditos,
    problemas,
    avisos,
    lineas: lineas.map(({ totales: linea, codigo, descripcion, productoId, tipoIva }) => ({
      producto_id: productoId,
      codigo: codigo ?? null,
      descripcion,
      cantidad: linea.cantidad,
      precio_unitario: linea.precioUnitario,
      descuento: linea.descuento,
      base: linea.precioTotalSinImpuesto,
      tipo_iva: tipoIva,
      iva: taxOf(linea.impuestos, CODIGO_IMPUESTO.IVA),
      ice: taxOf(linea.impuestos, CODIGO_IMPUESTO.ICE),
      irbpnr: taxOf(linea.impuestos, CODIGO_IMPUESTO.IRBPNR),
    })),
    validate: (datos) => DOCUMENTOS.notaCredito.validate(build(datos, SIN_NUMERO)),
    toXml: (datos, identidad) => DOCUMENTOS.notaCredito.toXml(build(datos, identidad)),
  }
}

function reviseDebito(form: NotaDebitoForm, fecha: Fecha, lugar: LugarIva): NotaRevisada {
  const revisada = reviseNotaDebito(form, fecha, lugar)
  const { totales, motivos, problemas, avisos } = revisada
  const build = (datos: NotaDatos, identidad: Identidad) => armarNotaDebito({ ...datos, form }, revisada, identidad)
  return {
    subtotal: totales.totalSinImpuestos,
    descuento: 0,
    impuestos: totales.impuestos,
    total: totales.valorTotal,
    creditos: [],
    problemas,
    avisos,
    // A reason becomes a line of one unit.
    lineas: form.motivos.map(({ razon, valor, iva }, at) => ({
      producto_id: null,
      codigo: null,
      descripcion: razon,
      cantidad: fromUnits(1),
      precio_unitario: valor,
      descuento: 0,
      base: valor,
      tipo_iva: iva,
      iva: percentOf(valor, motivos[at]?.iva.tarifa ?? 0),
      ice: 0,
      irbpnr: 0,
    })),
    validate: (datos) => DOCUMENTOS.notaDebito.validate(build(datos, SIN_NUMERO)),
    toXml: (datos, identidad) => DOCUMENTOS.notaDebito.toXml(build(datos, identidad)),
  }
}

interface NotaLeida {
  /** With the id of the factura of ours that it names. */
  form: NotaForm
  revisada: NotaRevisada
}

/** `id`: of the note being issued or corrected; its factura is locked until the end of this transaction. */
async function revise(
  tx: Tx,
  session: SesionAbierta,
  { ambiente, condiciones }: Pick<ContextoEmision, 'ambiente' | 'condiciones'>,
  typed: NotaForm,
  fecha: Fecha,
  id?: string,
): Promise<NotaLeida> {
  const { form, origen, problemas, avisos } = await readModificado(tx, { empresaId: session.empresaId, ambiente }, typed, {
    except: id,
    lock: id !== undefined,
  })
  const lugar = lugarIvaOf(condiciones, form.modificado.fecha)
  const revisada =
    form.tipo === COD_DOC.NOTA_CREDITO
      ? reviseCredito(form, fecha, problemas.length > 0 ? undefined : origen, lugar)
      : reviseDebito(form, fecha, lugar)
  // Problems of the factura itself are clearer than those that follow from them.
  if (problemas.length > 0) return { form, revisada: { ...revisada, problemas } }
  const permisos = await checkPermisoNota(tx, session, id, form)
  return {
    form,
    revisada: {
      ...revisada,
      problemas: [...checkTextos(form), ...revisada.problemas, ...permisos],
      avisos: [...avisos, ...revisada.avisos],
    },
  }
}

/** The goods of a note that annuls the sale or returns goods; a note over a price moves none. */
function devolucionOf(form: NotaForm, { lineas, creditos }: NotaRevisada): MueveExistencias | undefined {
  if (form.tipo !== COD_DOC.NOTA_CREDITO || (form.clase !== 'ANULACION' && form.clase !== 'DEVOLUCION')) return undefined
  const ventaId = form.modificado.documento_id
  if (ventaId === undefined) return { clase: 'DEVOLUCION', ventaId, lineas: lineasMovidas(lineas) }
  return {
    clase: 'DEVOLUCION',
    ventaId,
    lineas: lineasMovidas(lineas).flatMap((linea) => {
      const credito = creditos[linea.n - 1]
      return credito && !credito.solo_monto ? [{ ...linea, n: credito.linea + 1 }] : []
    }),
  }
}

/** A nota de crédito reduces the debt of its factura; a nota de débito creates a debt by its own terms. */
function carteraOf({ tipo, modificado, comprador }: NotaForm, { total: valor }: NotaRevisada): MueveCartera {
  if (tipo === COD_DOC.NOTA_DEBITO) return { clase: 'DEUDA', sentido: 'COBRAR' }
  const terceroClave = receptorKey(comprador.tipo_identificacion, comprador.identificacion)
  const { documento_id: origenId, cod_doc, numero } = modificado
  const comoNumerado = { sentido: 'COBRAR' as const, terceroClave, tipo: cod_doc, numero }
  return { clase: 'ABONO', concepto: 'NOTA_CREDITO', partes: [{ valor, origenId, comoNumerado }] }
}

async function prepare({ deps, tx, session, contexto, fecha, id }: Preparacion, typed: NotaForm): Promise<Preparado> {
  const { empresaId } = session
  const { form, revisada } = await revise(tx, session, contexto, typed, fecha, id)
  const { modificado } = form
  const datos: NotaDatos = { form, fecha, contexto, rucProveedor: deps.config.rucProveedor }
  requireSound(revisada.problemas, () => revisada.validate(datos), asProblem)
  return {
    fila: {
      ...(await receptorOf(tx, empresaId, contexto, form.comprador, deps.clock.now())),
      subtotal: revisada.subtotal,
      descuento: revisada.descuento,
      iva: taxOf(revisada.impuestos, CODIGO_IMPUESTO.IVA),
      total: revisada.total,
      lineas: revisada.lineas,
      pagos: form.tipo === COD_DOC.NOTA_DEBITO ? pagosGuardados(form.pagos) : [],
      entrada: form,
    },
    xmlWith: (identidad) => revisada.toXml(datos, identidad),
    avisos: revisada.avisos,
    existencias: devolucionOf(form, revisada),
    cartera: carteraOf(form, revisada),
    store: (store, version) =>
      insertNota(store, {
        empresaId,
        documentoId: id,
        version,
        modificadoId: modificado.documento_id,
        codDoc: modificado.cod_doc,
        numero: modificado.numero,
        fecha: modificado.fecha,
        creditos: revisada.creditos,
      }),
  }
}

export const NOTA_EMISION: TipoEmision<NotaForm> = {
  tipoOf: ({ tipo }) => tipo,
  identificacionesOf: ({ comprador }) => identificacionesOf(comprador),
  productosOf: () => [],
  prepare,
}

export const emitNota = (deps: Deps, session: SesionAbierta, id: string, key: string, form: NotaForm): Promise<Emitido> =>
  emit(deps, session, pedidoOf(NOTA_EMISION, id, key, form))

const impuestoOf = ({ codigo, codigoPorcentaje, tarifa, baseImponible, valor }: ImpuestoTotales): Calculo['impuestos'][number] => ({
  codigo,
  codigo_porcentaje: codigoPorcentaje,
  tarifa,
  base: baseImponible,
  valor,
})

/** Validates and totals without saving. */
export async function calculateNota({ clock }: Deps, tx: Tx, session: SesionAbierta, form: NotaForm): Promise<Calculo> {
  const { empresaId, ambiente } = session
  const { dias, condiciones } = await readCondiciones(tx, empresaId)
  const fecha = decideFecha(form.fecha_emision, fechaIn(clock.now()), dias)
  const { revisada } = await revise(tx, session, { ambiente, condiciones }, form, fecha)
  return {
    fecha_emision: fecha,
    subtotal: revisada.subtotal,
    descuento: revisada.descuento,
    impuestos: revisada.impuestos.map(impuestoOf),
    propina: 0,
    total: revisada.total,
    lineas: revisada.lineas.map(({ precio_unitario, descuento, base, iva, ice, irbpnr }) => ({
      precio_unitario,
      descuento,
      base,
      iva,
      total: sum([base, iva, ice, irbpnr]),
    })),
    problemas: shown(revisada.problemas),
    avisos: shown(revisada.avisos),
  }
}

/** The rest of a factura, for the form of a note. @throws 404 when it is no factura of the company */
export async function saldoOfFactura(
  tx: Tx,
  { empresaId, ambiente }: SesionAbierta,
  id: string,
  tipo: NotaForm['tipo'],
): Promise<SaldoFactura> {
  const origen = await readOrigen(tx, empresaId, id)
  if (!origen) throw errors.notFound()
  const { fila, factura, saldo } = origen
  return {
    comprador: {
      tipo_identificacion: factura.infoFactura.tipoIdentificacionComprador as SaldoFactura['comprador']['tipo_identificacion'],
      identificacion: fila.receptor_identificacion,
      razon_social: fila.receptor_nombre,
      direccion: factura.infoFactura.direccionComprador,
      telefono: undefined,
      correos: fila.correos,
    },
    modificado: { documento_id: id, cod_doc: COD_DOC.FACTURA, numero: fila.numero, fecha: fila.fecha_emision },
    modo: origen.modo,
    total: saldo.total,
    tarifas: tarifasOf(origen),
    lineas: saldo.lineas.map((linea, at) => ({
      linea: at,
      codigo: factura.detalles[at]?.codigoPrincipal ?? null,
      descripcion: factura.detalles[at]?.descripcion ?? '',
      cantidad: linea.cantidad,
      precio_unitario: linea.precioUnitario,
      monto: linea.monto,
      con_iva: linea.isPvp,
      descuento: linea.descuento,
      iva: { codigo_porcentaje: linea.iva.codigoPorcentaje, tarifa: linea.iva.tarifa },
      otros: linea.otros.map(impuestoOf),
    })),
    impuestos: saldo.totalConImpuestos.map(impuestoOf),
    cartera: await debeOfOrigen(tx, empresaId, id),
    impedimento: impedimentoOf(origen, ambiente, tipo) ?? null,
  }
}

/** The form of an issued note, for another one. */
export function duplicateNota(entrada: NotaForm): NotaForm {
  const { fecha_emision: _fecha, ...form } = entrada
  return form
}
