import type { Caja } from '@yupana/contract'
import {
  contadoOf,
  diferenciaText,
  displayFecha,
  displayMonto,
  fechaIn,
  horaIn,
  MEDIO_CAJA_LABEL,
  negate,
  piezaText,
  sizeOf,
  subtract,
} from '@yupana/fiscal'
import type { InformeImpreso } from '@yupana/sri'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { listMovimientos } from './caja.sql.ts'
import * as caja from './caja.service.ts'

const momento = (instant: string): string => `${displayFecha(fechaIn(new Date(instant)))} ${horaIn(new Date(instant))}`

/** Movements by hand on the printed page. */
const MAX_MOVIMIENTOS = 300

type Movimientos = Awaited<ReturnType<typeof listMovimientos>>

/** The count of a till, or the present state of an open one; read in a transaction and drawn outside of it. @throws 404 */
export async function readArqueo({ clock }: Pick<Deps, 'clock'>, tx: Tx, session: SesionAbierta, id: string): Promise<InformeImpreso> {
  const leida = await caja.read(tx, session, id)
  const movimientos = await listMovimientos(tx, session.empresaId, id, MAX_MOVIMIENTOS + 1)
  return arqueoOf(leida, movimientos, session, clock.now())
}

function tablasOf({ medios, conteo }: Caja, movimientos: Movimientos): InformeImpreso['tablas'] {
  const monto = (titulo: string) => ({ titulo, tipo: 'monto' as const })
  return [
    {
      titulo: 'Por forma de pago',
      columnas: [{ titulo: 'Forma de pago', tipo: 'texto' }, monto('Entradas'), monto('Salidas'), monto('Total')],
      filas: medios.map(({ medio, entradas, salidas }) => [
        MEDIO_CAJA_LABEL[medio],
        displayMonto(entradas),
        displayMonto(salidas),
        displayMonto(subtract(entradas, salidas)),
      ]),
    },
    ...(movimientos.length === 0
      ? []
      : [
          {
            titulo: 'Ingresos y egresos de efectivo',
            columnas: [
              { titulo: 'Fecha', tipo: 'codigo' as const, tope: 0.2 },
              { titulo: 'Motivo', tipo: 'texto' as const },
              monto('Valor'),
            ],
            filas: movimientos
              .slice(0, MAX_MOVIMIENTOS)
              .map(({ tipo, valor, motivo, creado_en: en }) => [
                momento(en),
                motivo,
                displayMonto(tipo === 'INGRESO' ? valor : negate(valor)),
              ]),
          },
        ]),
    ...(conteo === null
      ? []
      : [
          {
            titulo: 'Conteo',
            columnas: [{ titulo: 'Billete o moneda', tipo: 'texto' as const }, monto('Cantidad'), monto('Valor')],
            filas: conteo.map((pieza) => [piezaText(pieza), String(pieza.cantidad), displayMonto(contadoOf([pieza]))]),
          },
        ]),
  ]
}

function arqueoOf(leida: Caja, movimientos: Movimientos, { ruc, razonSocial, ambiente }: SesionAbierta, ahora: Date): InformeImpreso {
  const {
    numero,
    cajero,
    punto,
    abierta_en: abierta,
    cerrada_en: cerrada,
    cerrada_por: quien,
    apertura,
    esperado,
    contado,
    diferencia,
  } = leida
  const efectivo = leida.medios.find(({ medio }) => medio === 'EFECTIVO')
  return {
    titulo: cerrada === null ? 'Corte de caja' : 'Arqueo de caja',
    ruc,
    razonSocial,
    periodo: `${momento(abierta)} a ${momento(cerrada ?? ahora.toISOString())}`,
    fecha: fechaIn(cerrada === null ? ahora : new Date(cerrada)),
    datos: [
      { nombre: 'Caja', valor: numero },
      { nombre: 'Cajero', valor: cajero ?? '' },
      ...(punto === null ? [] : [{ nombre: 'Punto de emisión', valor: punto }]),
      ...(cerrada === null ? [] : [{ nombre: 'Cerrada por', valor: quien ?? '' }]),
      ...(leida.nota === null ? [] : [{ nombre: 'Nota', valor: leida.nota, ancho: true }]),
    ],
    tablas: tablasOf(leida, movimientos),
    totales: [
      { nombre: 'Apertura', valor: displayMonto(apertura) },
      { nombre: 'Entradas en efectivo', valor: displayMonto(efectivo?.entradas ?? 0) },
      { nombre: 'Salidas en efectivo', valor: displayMonto(efectivo?.salidas ?? 0) },
      { nombre: 'Efectivo esperado', valor: displayMonto(esperado), destacado: contado === null },
      ...(contado === null || diferencia === null
        ? []
        : [
            { nombre: 'Contado', valor: displayMonto(contado) },
            { nombre: diferenciaText(diferencia), valor: displayMonto(sizeOf(diferencia)), destacado: true },
          ]),
    ],
    notas: [
      ...(movimientos.length > MAX_MOVIMIENTOS ? [`Se imprimen los primeros ${MAX_MOVIMIENTOS} ingresos y egresos.`] : []),
      ...(ambiente === 'PRODUCCION' ? [] : ['Registro de prueba: no tiene validez.']),
      'Entregué conforme: ______________________________     Recibí conforme: ______________________________',
    ],
  }
}
