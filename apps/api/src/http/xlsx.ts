import { zipOf } from './zip-stream.ts'

// One sheet of SpreadsheetML (ECMA-376), written row by row into its ZIP. Texts are inline strings, which no program takes for a formula.

export type TipoCelda = 'texto' | 'numero' | 'monto' | 'fecha' | 'momento'

export interface Celda {
  tipo: TipoCelda
  /** A number as plain decimal text, a day or an instant as days since 1899-12-30; empty is an empty cell. */
  texto: string
}

export interface Hoja {
  nombre: string
  /** Headings with their width in characters. */
  columnas: readonly { header: string; ancho: number }[]
  filas: AsyncIterable<readonly Celda[]>
}

/** Rows that a sheet may have, without the headings. */
export const MAX_FILAS = 1_048_575
const FULL = 'La hoja no admite más filas: exporte en CSV o acote los filtros.'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Index of the styles in `cellXfs`. */
const ESTILO: Readonly<Record<TipoCelda | 'titulo', number>> = { texto: 0, numero: 0, titulo: 1, monto: 2, fecha: 3, momento: 4 }

const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// oxlint-disable-next-line no-control-regex -- characters that XML 1.0 has no way to write
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
const escaped = (text: string) => text.replace(UNWRITABLE, '\ufffd').replace(/[&<>"]/g, (sign) => SPECIAL[sign]!)

const textCell = (text: string, estilo: number) =>
  `<c t="inlineStr" s="${estilo}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

function cellOf({ tipo, texto }: Celda): string {
  if (texto === '') return '<c/>'
  return tipo === 'texto' ? textCell(texto, ESTILO.texto) : `<c s="${ESTILO[tipo]}"><v>${escaped(texto)}</v></c>`
}

const rowOf = (cells: readonly string[]) => `<row>${cells.join('')}</row>`

const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`
const RELS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const WORKBOOK_RELS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.00####"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/><numFmt numFmtId="166" formatCode="dd/mm/yyyy hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/></cellXfs></styleSheet>`
const workbookOf = (nombre: string) =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(nombre)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

async function* sheetOf({ columnas, filas }: Hoja): AsyncGenerator<string> {
  const widths = columnas.map(({ ancho }, at) => `<col min="${at + 1}" max="${at + 1}" width="${ancho}" customWidth="1"/>`)
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  yield rowOf(columnas.map(({ header }) => textCell(header, ESTILO.titulo)))
  let count = 0
  for await (const celdas of filas) {
    if (++count === MAX_FILAS) {
      yield rowOf([textCell(FULL, ESTILO.titulo)])
      break
    }
    yield rowOf(celdas.map(cellOf))
  }
  yield '</sheetData></worksheet>'
}

/** The bytes of a workbook of one sheet. */
export const xlsxOf = (hoja: Hoja): AsyncGenerator<Buffer> =>
  zipOf([
    { nombre: '[Content_Types].xml', partes: [CONTENT_TYPES] },
    { nombre: '_rels/.rels', partes: [RELS] },
    { nombre: 'xl/workbook.xml', partes: [workbookOf(hoja.nombre)] },
    { nombre: 'xl/_rels/workbook.xml.rels', partes: [WORKBOOK_RELS] },
    { nombre: 'xl/styles.xml', partes: [STYLES] },
    { nombre: 'xl/worksheets/sheet1.xml', partes: sheetOf(hoja) },
  ])
