import { crc32, deflateRawSync } from 'node:zlib'

import { celdaName } from '../hoja/hoja.ts'

// Workbooks as other programs write them, and broken ones: the product's own are written by http/xlsx.ts.

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (mark) => `&${({ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' } as Record<string, string>)[mark] ?? ''};`)

interface Parte {
  nombre: string
  texto: string
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org'
const MAIN = `${OFFICE}/spreadsheetml/2006/main`
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A sheet whose first row is a bold head that stays in sight. Every cell is a text: a code keeps its zeros. */
function partesOf(nombre: string, filas: readonly (readonly string[])[]): Parte[] {
  const columnas = (filas[0] ?? []).map(
    (head, at) => `<col min="${at + 1}" max="${at + 1}" width="${Math.max(12, head.length + 4)}" style="2" customWidth="1"/>`,
  )
  const rows = filas.map((celdas, row) => {
    const cells = celdas.map(
      (celda, col) =>
        `<c r="${celdaName(col, row + 1)}" s="${row === 0 ? 1 : 2}" t="inlineStr"><is><t xml:space="preserve">${escape(celda)}</t></is></c>`,
    )
    return `<row r="${row + 1}">${cells.join('')}</row>`
  })
  return [
    {
      nombre: '[Content_Types].xml',
      texto: `<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    },
    {
      nombre: '_rels/.rels',
      texto: `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      nombre: 'xl/workbook.xml',
      texto: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets><sheet name="${escape(nombre)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      nombre: 'xl/_rels/workbook.xml.rels',
      texto: `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      nombre: 'xl/styles.xml',
      texto: `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" xfId="0"/><xf numFmtId="49" fontId="1" xfId="0" applyFont="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    },
    {
      nombre: 'xl/worksheets/sheet1.xml',
      texto: `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columnas.join('')}</cols><sheetData>${rows.join('')}</sheetData></worksheet>`,
    },
  ]
}

/** A spreadsheet of one sheet. */
export function escribirXlsx(nombre: string, filas: readonly (readonly string[])[]): Buffer {
  return zipOf(partesOf(nombre, filas).map((parte) => ({ ...parte, texto: XML + parte.texto })))
}

/** 1 January 1980: the same parts give the same bytes. */
const DOS_DATE = 0x21

/** The parts in a ZIP. */
export function zipOf(partes: readonly Parte[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { nombre, texto } of partes) {
    const [name, bytes] = [Buffer.from(nombre), Buffer.from(texto)]
    const packed = deflateRawSync(bytes)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt16LE(DOS_DATE, 8)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, tail, name]))
    files.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(partes.length, 4)
  end.writeUInt16LE(partes.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, central, Buffer.from('PK\x05\x06', 'latin1'), end])
}
