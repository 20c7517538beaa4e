import type { NotaForm } from '@yupana/contract'
import { COD_DOC, displayFecha, displayMonto, fechaIn, MODO_EMISION } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Problem } from '../../errors.ts'
import { anulacionPedida, lockNotasOf } from '../comprobante/anulacion/anulacion.door.ts'
import { impedimentoOf, isSameReceptor, readOrigen, type FacturaOrigen } from './factura-origen.ts'
import { establecimientoExists, findFacturas, listNotasAjenas } from './nota.sql.ts'

// The document changed by a note: a factura of ours, by its id or its number, or one issued elsewhere.

interface Lugar {
  empresaId: EmpresaId
  ambiente: string
}

interface Opciones {
  /** A note under correction, which does not count. */
  except?: string | undefined
  lock?: boolean
}

export interface ModificadoLeido<Form extends NotaForm> {
  form: Form
  /** Absent for a factura that is not ours. */
  origen?: FacturaOrigen
  problemas: Problem[]
  avisos: Problem[]
}

const NOTA_VENTA = '02'
/** Codes of facturas: 18 is the ATS's code for sales, and a paper one may be a nota de venta. */
const NOMBRES_FACTURA: readonly string[] = [COD_DOC.FACTURA, NOTA_VENTA, '18']

/** The id of our factura with this number; of several under their own authorisations the one of that day. */
async function findByNumero(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  { numero, fecha }: NotaForm['modificado'],
): Promise<string | undefined> {
  const found = await findFacturas(tx, { empresaId, ambiente, numero })
  const ofDay = found.filter(({ fecha_emision }) => fecha_emision === fecha)
  return (ofDay.find(({ estado }) => estado === 'AUTORIZADO') ?? ofDay[0] ?? found[0])?.id
}

/** The form with the id of the factura it names by number, if that is ours, and the problems of naming it so. */
async function resolveModificado<Form extends NotaForm>(tx: Tx, lugar: Lugar, form: Form): Promise<{ form: Form; problemas: Problem[] }> {
  const { modificado } = form
  if (modificado.documento_id !== undefined) return { form, problemas: [] }
  const id = await findByNumero(tx, lugar, modificado)
  const [establecimiento = '', punto = ''] = modificado.numero.split('-')
  if (id === undefined && !(await establecimientoExists(tx, lugar.empresaId, establecimiento))) return { form, problemas: [] }
  if (!NOMBRES_FACTURA.includes(modificado.cod_doc))
    return {
      form,
      problemas: [
        {
          campo: 'modificado.cod_doc',
          message: `Lo que se emite en ${establecimiento}-${punto} se modifica con una nota sobre su factura.`,
        },
      ],
    }
  if (id === undefined)
    return {
      form,
      problemas: [
        {
          campo: 'modificado.numero',
          message: `En ${establecimiento}-${punto} no hay una factura con ese número. Revíselo; si se emitió fuera del sistema, regístrela primero.`,
        },
      ],
    }
  return { form: { ...form, modificado: { ...modificado, documento_id: id } }, problemas: [] }
}

/**
 * Problems from earlier notes over a factura issued elsewhere, whose total is unknown: they are named, and none follows one that annulled
 * it.
 */
async function reviseAjena(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  { modificado }: NotaForm,
  { except, lock }: Opciones,
): Promise<Pick<ModificadoLeido<NotaForm>, 'problemas' | 'avisos'>> {
  const { cod_doc: codDoc, numero } = modificado
  const codDocs = NOMBRES_FACTURA.includes(codDoc) ? NOMBRES_FACTURA : [codDoc]
  if (lock) await lockNotasOf(tx, empresaId, `${ambiente}|${codDocs[0] ?? ''}|${numero}`)
  const notas = await listNotasAjenas(tx, { empresaId, ambiente, codDocs, numero }, except)
  const campo = 'modificado.numero'
  const anuladora = notas.find(({ clase }) => clase === 'ANULACION')
  return {
    problemas: anuladora ? [{ campo, message: `La nota ${anuladora.numero} ya anuló esa factura.` }] : [],
    avisos: notas.map((nota) => ({
      campo,
      message: `Sobre esa factura ya emitió la nota ${nota.numero} por ${displayMonto(nota.total)}.`,
    })),
  }
}

/** The note and its factura as they are now, with the problems. `lock`: other notes of the factura wait until this transaction ends. */
export async function readModificado<Form extends NotaForm>(
  tx: Tx,
  lugar: Lugar,
  typed: Form,
  { except, lock = false }: Opciones = {},
): Promise<ModificadoLeido<Form>> {
  const { form: named, problemas: unknown } = await resolveModificado(tx, lugar, typed)
  const { documento_id: id, cod_doc: codDoc, numero, fecha } = named.modificado
  if (id === undefined && (unknown.length > 0 || named.tipo === COD_DOC.NOTA_DEBITO)) return { form: named, problemas: unknown, avisos: [] }
  if (id === undefined) return { form: named, ...(await reviseAjena(tx, lugar, named, { except, lock })) }
  if (lock) await lockNotasOf(tx, lugar.empresaId, id)
  const campo = typed.modificado.documento_id === undefined ? 'modificado.numero' : 'modificado.documento_id'
  const origen = await readOrigen(tx, lugar.empresaId, id, except)
  if (!origen) return { form: named, problemas: [{ campo, message: 'La factura no existe.' }], avisos: [] }
  const { fila } = origen
  // A pre-printed one may be a nota de venta; under any other code it is a factura.
  const isNotaVenta = fila.modo_emision === MODO_EMISION.FISICA && codDoc === NOTA_VENTA
  const form = { ...named, modificado: { ...named.modificado, cod_doc: isNotaVenta ? codDoc : COD_DOC.FACTURA } }
  const impedimento = impedimentoOf(origen, lugar.ambiente, form.tipo)
  const problemas = impedimento ? [{ campo, message: impedimento }] : []
  if (fila.numero !== numero || fila.fecha_emision !== fecha)
    problemas.push({ campo: 'modificado.numero', message: `La factura es la ${fila.numero} del ${displayFecha(fila.fecha_emision)}.` })
  if (!isSameReceptor(fila, form))
    problemas.push({ campo: 'comprador.identificacion', message: 'La nota se emite al mismo comprador de la factura.' })
  const pedida = await anulacionPedida(tx, lugar.empresaId, id)
  const message =
    pedida && `El ${displayFecha(fechaIn(new Date(pedida)))} se pidió anular esa factura: si el SRI la anula, la nota queda sin factura.`
  return { form, origen, problemas, avisos: message === undefined ? [] : [{ campo, message }] }
}
