import { METODO_PAGO_LABEL, type AsientoFila, type Pago } from '@yupana/contract'
import {
  ANTIGUEDAD_LABEL,
  ANTIGUEDADES,
  conceptoAsientoText,
  displayFecha,
  displayMonto,
  fechaIn,
  negate,
  sizeOf,
  type SentidoCartera,
} from '@yupana/fiscal'
import type { HojaComercial } from '@yupana/sri'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { PRODUCTO } from '../../instalacion/version.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { nextEstado, readPersona, readResumen, readSaldosEstado } from './cuenta.sql.ts'
import { readEmpresaImpresa, type EmpresaImpresa } from './imprimir.sql.ts'
import type { Lugar } from './libro.sql.ts'
import { documentoText } from './documento-text.ts'
import * as pago from './pago-lectura.service.ts'

/** A sheet with its contents, which are read in one transaction; it is drawn outside of it. */
export interface Impresion {
  nombre: string
  hoja: HojaComercial
  logo: Buffer | null
  producto: string
}

const emisorOf = (empresa: EmpresaImpresa): HojaComercial['emisor'] => ({
  ruc: empresa.ruc,
  razonSocial: empresa.razon_social,
  nombreComercial: empresa.nombre_comercial ?? undefined,
  direccion: empresa.dir_matriz,
  telefono: empresa.telefono ?? undefined,
  correo: empresa.correo ?? undefined,
})

const SIN_VALIDEZ = 'Registro de prueba: no tiene validez.'

/** The receipt of a payment. @throws 404 */
export const readRecibo = async (tx: Tx, session: SesionAbierta, id: string): Promise<Impresion> =>
  impresionOf(tx, session, await pago.read(tx, session, id))

/** The same for a letter, with whether the payment was reversed. @throws 404 */
export async function readReciboImpreso(tx: Tx, lugar: Lugar, id: string): Promise<Impresion & { reversado: boolean }> {
  const recibo = await pago.readSinLado(tx, lugar, id)
  return { ...(await impresionOf(tx, lugar, recibo)), reversado: recibo.estado === 'REVERSADO' }
}

async function impresionOf(tx: Tx, lugar: Lugar, recibo: Pago): Promise<Impresion> {
  const empresa = await readEmpresaImpresa(tx, lugar.empresaId)
  return {
    nombre: `recibo-${recibo.numero}`,
    hoja: hojaOfRecibo(recibo, empresa, lugar),
    logo: empresa.logo,
    producto: empresa.producto ?? PRODUCTO,
  }
}

function hojaOfRecibo(recibo: Pago, empresa: EmpresaImpresa, { ambiente }: Lugar): HojaComercial {
  const { sentido, total, anticipo, metodos, aplicaciones } = recibo
  const isBack = total < 0
  const titulo = isBack ? 'RECIBO DE DEVOLUCIÓN' : sentido === 'COBRAR' ? 'RECIBO DE COBRO' : 'COMPROBANTE DE PAGO'
  const money = metodos.map(({ metodo, valor, banco, referencia }) => [
    METODO_PAGO_LABEL[metodo],
    [banco, referencia].filter(Boolean).join(' · '),
    displayMonto(valor),
  ])
  const paid = aplicaciones.map(({ tipo, numero, valor, saldo }) => [documentoText(tipo, numero), displayMonto(valor), displayMonto(saldo)])
  return {
    titulo,
    emisor: emisorOf(empresa),
    numero: recibo.numero,
    fecha: recibo.fecha,
    comercial: [['Registrado por', recibo.usuario ?? undefined]],
    sujeto: [
      [sentido === 'COBRAR' ? 'Cliente' : 'Proveedor', recibo.tercero_nombre, 'ancho'],
      ['Identificación', recibo.tercero_identificacion],
    ],
    tablas: [
      {
        titulo: 'Documentos',
        columnas: [
          { titulo: 'Documento', tipo: 'texto' },
          { titulo: 'Valor', tipo: 'monto' },
          { titulo: 'Saldo', tipo: 'monto' },
        ],
        ticket: { valor: 1, detalle: 2 },
        filas: anticipo > 0 ? [...paid, ['Anticipo', displayMonto(anticipo), '']] : paid,
      },
      {
        titulo: 'Forma de pago',
        columnas: [
          { titulo: 'Método', tipo: 'codigo', tope: 0.3 },
          { titulo: 'Banco y referencia', tipo: 'texto' },
          { titulo: 'Valor', tipo: 'monto' },
        ],
        ticket: { valor: 2, detalle: 1 },
        filas: money,
      },
    ],
    totales: [{ nombre: isBack ? 'TOTAL DEVUELTO' : 'TOTAL', valor: displayMonto(sizeOf(total)), destacado: true }],
    notas: [
      ['Observación', recibo.observacion ?? undefined, 'ancho'],
      ['REVERSADO', recibo.motivo_reverso ?? undefined, 'ancho'],
      ['Ambiente', ambiente === 'PRODUCCION' ? undefined : SIN_VALIDEZ, 'ancho'],
      ['Recibí conforme', '______________________________'],
      ['Entregué conforme', '______________________________'],
    ],
  }
}

interface Consulta {
  persona_id: string
  sentido: SentidoCartera
  desde?: string | undefined
  hasta?: string | undefined
}

const filaOf = ({ fecha, concepto, referencia, tipo, numero, valor, saldo }: AsientoFila, sentido: SentidoCartera) => [
  displayFecha(fecha),
  [
    conceptoAsientoText(concepto, sentido),
    referencia === numero ? documentoText(tipo, numero) : `${referencia} a ${documentoText(tipo, numero)}`,
  ].join(' · '),
  valor > 0 ? displayMonto(valor) : '',
  valor < 0 ? displayMonto(negate(valor)) : '',
  displayMonto(saldo),
]

/** The account statement of a person: at most the first thousand entries of these days. @throws 404 */
export async function readEstadoImpreso({ clock }: Pick<Deps, 'clock'>, tx: Tx, session: Lugar, consulta: Consulta): Promise<Impresion> {
  const hoy = fechaIn(clock.now())
  const persona = await readPersona(tx, session.empresaId, consulta.persona_id)
  if (!persona) throw errors.notFound()
  const empresa = await readEmpresaImpresa(tx, session.empresaId)
  const { rows, desde: more } = await nextEstado(tx, session, consulta, undefined)
  const saldos = await readSaldosEstado(tx, session, consulta)
  const { sentido, desde, hasta } = consulta
  // Ages and the balance in favour are those of today: a statement of earlier days has only their totals.
  const resumen = hasta === undefined || hasta >= hoy ? await readResumen(tx, session, hoy, consulta) : undefined
  return {
    nombre: `estado-de-cuenta-${persona.identificacion}`,
    logo: empresa.logo,
    producto: empresa.producto ?? PRODUCTO,
    hoja: {
      titulo: 'ESTADO DE CUENTA',
      emisor: emisorOf(empresa),
      numero: sentido === 'COBRAR' ? 'Por cobrar' : 'Por pagar',
      fecha: hoy,
      comercial: [
        ['Desde', desde && displayFecha(desde)],
        ['Hasta', hasta && displayFecha(hasta)],
      ],
      sujeto: [
        [sentido === 'COBRAR' ? 'Cliente' : 'Proveedor', persona.razon_social, 'ancho'],
        ['Identificación', persona.identificacion],
      ],
      tablas: [
        {
          titulo: 'Movimientos',
          columnas: [
            { titulo: 'Fecha', tipo: 'codigo', tope: 0.14 },
            { titulo: 'Concepto', tipo: 'texto' },
            { titulo: 'Cargo', tipo: 'monto' },
            { titulo: 'Abono', tipo: 'monto' },
            { titulo: 'Saldo', tipo: 'monto' },
          ],
          filas: [
            ...(desde ? [['', `Saldo anterior al ${displayFecha(desde)}`, '', '', displayMonto(saldos.inicial)]] : []),
            ...rows.map((row) => filaOf(row, sentido)),
          ],
        },
      ],
      totales: [
        ...(desde ? [{ nombre: 'Saldo anterior', valor: displayMonto(saldos.inicial) }] : []),
        { nombre: 'Cargos', valor: displayMonto(saldos.cargos) },
        { nombre: 'Abonos', valor: displayMonto(saldos.abonos) },
        ...(resumen
          ? [
              ...ANTIGUEDADES.map((edad) => ({ nombre: ANTIGUEDAD_LABEL[edad], valor: displayMonto(resumen[edad]) })),
              { nombre: 'A favor', valor: displayMonto(resumen.favor) },
            ]
          : []),
        { nombre: resumen ? 'SALDO' : `SALDO AL ${displayFecha(hasta ?? hoy)}`, valor: displayMonto(saldos.final), destacado: true },
      ],
      notas: [
        ['Nota', more && 'Se imprimen los primeros mil movimientos: elija un período más corto.', 'ancho'],
        ['Ambiente', session.ambiente === 'PRODUCCION' ? undefined : SIN_VALIDEZ, 'ancho'],
      ],
    },
  }
}

/** @throws 429 or 503 when it cannot be drawn now */
export const printHoja = (
  { imprenta }: Pick<Deps, 'imprenta'>,
  empresaId: EmpresaId,
  { hoja, logo, producto }: Impresion,
  formato: 'A4' | 'TICKET' = 'A4',
): Promise<Uint8Array> => imprenta.comercial(empresaId, hoja, { formato, producto, ...(logo && { logo }) })
