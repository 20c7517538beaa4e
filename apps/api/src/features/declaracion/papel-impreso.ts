import type { Casilla, Papel } from '@yupana/contract'
import { displayCasillero, displayFecha, displayMonto, fechaIn, type Fecha } from '@yupana/fiscal'
import type { InformeImpreso } from '@yupana/sri'

// A working paper as it is printed: boxes that hold something, what was typed, and when it was filed.

const COLUMNAS = [
  { titulo: 'Casillero', tipo: 'codigo', tope: 0.16 },
  { titulo: 'Concepto', tipo: 'texto' },
  { titulo: 'Valor', tipo: 'monto' },
] as const

const valorText = ({ valor, unidad }: Casilla) => displayCasillero(valor, unidad === 'dolares' ? undefined : unidad)

const tablasOf = ({ secciones }: Papel): InformeImpreso['tablas'] =>
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

export function papelImpreso(papel: Papel, { ruc, razonSocial }: { ruc: string; razonSocial: string }, hoy: Fecha): InformeImpreso {
  const { titulo, nombre, vence, presentadas, ajustes, defectos, fuente } = papel
  const [last] = presentadas
  return {
    titulo,
    razonSocial,
    ruc,
    periodo: nombre,
    fecha: hoy,
    datos: [
      { nombre: 'Vence', valor: displayFecha(vence) },
      { nombre: 'Declarada', valor: last ? displayFecha(fechaIn(new Date(last.declarada_en))) : 'Todavía no' },
      ...(last?.numero_sri ? [{ nombre: 'Comprobante del SRI', valor: last.numero_sri }] : []),
      ...(last ? [{ nombre: 'Huella de lo declarado (SHA-256)', valor: last.sha256, ancho: true }] : []),
    ],
    tablas: tablasOf(papel),
    totales: [],
    notas: [
      ...ajustes.map(({ casillero, monto, motivo }) => `Ajuste del casillero ${casillero} en ${displayMonto(monto)}: ${motivo}`),
      ...papel.diferencias.map(({ codigo }) => `El casillero ${codigo} cambió desde que se declaró.`),
      ...defectos.map(({ texto }) => texto),
      `Fuente: ${fuente}. Solo constan los casilleros con valor.`,
    ],
  }
}
