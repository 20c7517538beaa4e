import type { Casilla, Papel } from '@yupana/contract'
import { displayCasillero, displayFecha, displayMonto, fechaIn, nombrePresentada, type Fecha } from '@yupana/fiscal'
import type { InformeImpreso } from '@yupana/sri'

import type { PapelImprimible, PapelPresentado } from './papel-presentado.service.ts'

// A printed working paper: boxes with an amount, typed figures, and the date of filing.

const COLUMNAS = [
  { titulo: 'Casillero', tipo: 'codigo', tope: 0.16 },
  { titulo: 'Concepto', tipo: 'texto' },
  { titulo: 'Valor', tipo: 'monto' },
] as const

const valorText = ({ valor, unidad }: Casilla) => displayCasillero(valor, unidad === 'dolares' ? undefined : unidad)

const tablasOf = ({ secciones }: PapelImprimible): InformeImpreso['tablas'] =>
  secciones
    .map(({ titulo, filas }) => ({
      titulo,
      columnas: COLUMNAS,
      filas: filas
        .flatMap(({ casillas }) => casillas.filter((one) => one !== null))
        .filter(({ valor, ajuste }) => valor !== 0 || ajuste !== 0)
        .map((casilla) => [casilla.codigo, casilla.concepto, valorText(casilla)]),
    }))
    .filter(({ filas }) => filas.length > 0)

interface Hoja {
  ruc: string
  razonSocial: string
  fecha: Fecha
  datos: InformeImpreso['datos']
  notas: readonly string[]
}

const impresoDe = (papel: PapelImprimible, { datos, notas, ...hoja }: Hoja): InformeImpreso => ({
  ...hoja,
  titulo: papel.titulo,
  periodo: papel.nombre,
  datos: [{ nombre: 'Vence', valor: displayFecha(papel.vence) }, ...datos],
  tablas: tablasOf(papel),
  totales: [],
  notas: [
    ...papel.ajustes.map(({ casillero, monto, motivo }) => `Ajuste del casillero ${casillero} en ${displayMonto(monto)}: ${motivo}`),
    ...notas,
    `Fuente: ${papel.fuente}. Solo constan los casilleros con valor.`,
  ],
})

const diaDe = (instante: string) => displayFecha(fechaIn(new Date(instante)))

/** Prints today's figures, whatever was filed. */
export function papelImpreso(papel: Papel, { ruc, razonSocial }: { ruc: string; razonSocial: string }, hoy: Fecha): InformeImpreso {
  const { presentadas, defectos, diferencias, huella } = papel
  const [last] = presentadas
  return impresoDe(papel, {
    ruc,
    razonSocial,
    fecha: hoy,
    datos: [
      { nombre: 'Estado', valor: 'Borrador con las cifras de hoy' },
      { nombre: 'Declarada', valor: last ? diaDe(last.declarada_en) : 'Todavía no' },
      { nombre: 'Huella de estas cifras (SHA-256)', valor: huella, ancho: true },
    ],
    notas: [
      ...diferencias.map(({ codigo }) => `El casillero ${codigo} cambió desde que se declaró.`),
      ...defectos.map(({ texto }) => texto),
    ],
  })
}

/** Prints the filed figures: the same bytes while the program draws papers the same way. */
export function papelPresentado(papel: PapelPresentado): InformeImpreso {
  const { n, declarada_en: declarada, numero_sri: numero, sha256 } = papel.presentada
  return impresoDe(papel, {
    ruc: papel.ruc,
    razonSocial: papel.razonSocial,
    fecha: fechaIn(new Date(declarada)),
    datos: [
      { nombre: 'Estado', valor: nombrePresentada(n) },
      { nombre: 'Declarada', valor: diaDe(declarada) },
      ...(numero === null ? [] : [{ nombre: 'Comprobante del SRI', valor: numero }]),
      { nombre: 'Huella de lo declarado (SHA-256)', valor: sha256.toString('hex'), ancho: true },
    ],
    notas: [],
  })
}
