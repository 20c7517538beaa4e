import { randomUUID } from 'node:crypto'
import {
  createCompra,
  readCasillero,
  readPapel,
  savePapel,
  type Casilla,
  type DocumentoCasillero,
  type Listing,
  type Papel,
} from '@yupana/contract'
import { formatMonto } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { cedulaOf, rucOf } from '../../testing/identificaciones.ts'
import { compraForm, enterMes, insertVenta, mesDePrueba, type DocumentoDelMes } from '../../testing/mes-de-prueba.ts'

// Whatever box of a form is opened, it answers: with its documents, with the boxes it is made of, or with where it comes from.

const periodo = '2026-09'
let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-15T09:00:00-05:00' })
})
afterAll(() => app?.close())

const open = async (razonSocial: string) => {
  const { ruc } = mesDePrueba.informante
  const condiciones = [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' }] as const
  const empresa = await buildEmpresa(app, {
    ...(razonSocial === mesDePrueba.informante.razonSocial && { ruc }),
    razonSocial,
    condiciones: [...condiciones],
  })
  const { username } = await buildUsuario(app, { empresas: [empresa] })
  return { empresa, token: (await app.signIn(username)).token }
}
const casillasOf = ({ secciones }: Papel): Casilla[] =>
  secciones.flatMap(({ filas }) => filas.flatMap(({ casillas }) => casillas.filter((one) => one !== null)))
const read = async (token: string, formulario: string) =>
  casillasOf((await app.call<Papel>(readPapel, { token, query: { formulario, periodo } })).data)
const documentsOf = async (token: string, formulario: string, casillero: string) => {
  const query = { formulario, periodo, casillero, page: '0', size: '50' }
  return (await app.call<Listing<DocumentoCasillero>>(readCasillero, { token, query })).data.content
}

/** Boxes that answer nothing, or documents that do not come to the box. */
async function mute(token: string, formulario: string): Promise<string[]> {
  const boxes = await read(token, formulario)
  const codigos = new Set(boxes.map(({ codigo }) => codigo))
  const found: string[] = []
  for (const { codigo, valor, ajuste, abre, partes, formula, fuente } of boxes) {
    if (abre === 'FUENTE' && !fuente) found.push(`${codigo} names no source`)
    if (abre === 'CASILLEROS' && (formula === null || partes.length === 0 || !partes.every((one) => codigos.has(one))))
      found.push(`${codigo} has no arithmetic`)
    if (abre !== 'DOCUMENTOS') continue
    const sum = (await documentsOf(token, formulario, codigo)).reduce((total, one) => total + one.valor, 0)
    if (sum !== valor - ajuste) found.push(`${codigo} is ${formatMonto(valor - ajuste)}, its documents ${formatMonto(sum)}`)
  }
  return found
}

describe('the month of the reference', () => {
  let token: string
  beforeAll(async () => {
    const built = await open(mesDePrueba.informante.razonSocial)
    token = built.token
    await enterMes(app, built.empresa, token)
  })

  it.each(['104', '103', 'ATS'])('every box of form %s answers with documents, arithmetic or source', async (formulario) => {
    const boxes = await read(token, formulario)
    expect(boxes.length).toBeGreaterThan(10)
    expect(await mute(token, formulario)).toEqual([])
  })

  it('counts name their documents, and totals of form 103 their rows', async () => {
    const counted = (await documentsOf(token, '104', '111')).map(({ tipo, valor }) => [tipo, valor])
    expect(counted).toHaveLength(mesDePrueba.ventas.length)
    expect(counted).toContainEqual(['01', 1_000_000])
    const boxes = await read(token, '103')
    expect(boxes.find(({ codigo }) => codigo === '349')?.partes).toContain('312')
  })

  it('a balance says which period it comes from, and whether somebody typed it', async () => {
    const box = async () => (await read(token, '104')).find(({ codigo }) => codigo === '605')
    expect(await box()).toMatchObject({ abre: 'FUENTE', fuente: expect.stringContaining('615 de agosto de 2026') as string, enlace: null })
    const saldos = { '615': 40_000_000 }
    await app.call(savePapel, { token, body: { formulario: '104', periodo, version: 0, ajustes: [], saldos } })
    expect((await box())?.fuente).toContain('se escribió en «Saldos y opciones»')
  })
})

describe('credit notes beyond their row, and of a rate that is over', () => {
  let token: string
  beforeAll(async () => {
    const built = await open('NOTAS Y TARIFAS S.A.')
    token = built.token
    let n = 0
    const base = (tipo: string, lineas: DocumentoDelMes['lineas'], fecha = '2026-09-10') => ({
      ...{ id: '', tipo, fecha, lineas, prov: '', sustento: '', tpId: '05', cliente: cedulaOf(1) },
      numero: `001-001-${String(++n).padStart(9, '0')}`,
    })
    const sell = (tipo: string, ...lineas: DocumentoDelMes['lineas']) => insertVenta(app, built.empresa, base(tipo, lineas))
    await sell('01', { tarifa: 15, base: '100.00', iva: '15.00' }, { tarifa: 0, base: '10.00' }, { tarifa: 5, base: '20.00', iva: '1.00' })
    await sell('04', { tarifa: 12, base: '33.33', iva: '4.00' })
    await sell('04', { tarifa: 12, base: '11.11', iva: '1.33' })
    await sell('04', { tarifa: 0, base: '25.00' })
    await sell('04', { tarifa: 5, base: '50.00', iva: '2.50' })
    const buy = async (tipo: string, ...lineas: DocumentoDelMes['lineas']) => {
      const quien = { tpId: '01', prov: rucOf(cedulaOf(10)), sustento: '01' }
      const modificado = { tipo: '01', numero: '001-001-000000900', fecha: '2024-03-01', autorizacion: '1234567890' }
      const body = { ...compraForm({ ...base(tipo, lineas), ...quien }), ...(tipo === '04' && { modificado }) }
      const answer = await app.call(createCompra, { token, headers: { 'idempotency-key': randomUUID() }, body })
      expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
    }
    await buy('01', { tarifa: 15, base: '60.00', iva: '9.00' })
    await buy('04', { tarifa: 12, base: '90.00', iva: '10.80' })
    await buy('04', { tarifa: 0, base: '7.00' })
  })

  it('open into the notes that make them', async () => {
    const boxes = new Map((await read(token, '104')).map(({ codigo, valor }) => [codigo, formatMonto(valor)]))
    const of = (...codigos: string[]) => codigos.map((codigo) => boxes.get(codigo))
    expect(of('423', '424', '442', '443', '453')).toEqual(['1.34', '0.00', '15.00', '30.00', '1.50'])
    expect(of('526', '527', '543', '544', '554')).toEqual(['2.70', '0.00', '7.00', '30.00', '4.50'])
    // A row that its notes would make negative stands at zero: its documents say by how much.
    const clamped = ['413', '415', '435', '445', '480', '481', '510', '517', '520']
    expect((await mute(token, '104')).filter((one) => !clamped.some((codigo) => one.startsWith(codigo)))).toEqual([])
    expect((await documentsOf(token, '104', '421')).map(({ tipo, valor }) => [tipo, formatMonto(valor)])).toEqual([
      ['01', '15.00'],
      ['04', '-5.00'],
      ['04', '-1.67'],
    ])
    expect((await documentsOf(token, '104', '423')).map(({ valor }) => formatMonto(valor)).toSorted()).toEqual(['0.34', '1.00'])
  })
})
