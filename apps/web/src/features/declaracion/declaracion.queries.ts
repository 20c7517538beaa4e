import {
  declarar,
  exportPapel,
  listDeclaracion,
  markVenta,
  readAts,
  readCasillero,
  readDefecto,
  readPapel,
  readRenta,
  reopenPeriodo,
  saveAcuse,
  savePapel,
  type FormatoInforme,
  type Papel,
  type PapelForm,
} from '@yupana/contract'
import { parsePeriodoFiscal, type CodigoFormulario, type MarcaVenta } from '@yupana/fiscal'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, fetchFile, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'declaracion'

/** Identifies a working paper: a form and its period. */
export interface Cual {
  formulario: CodigoFormulario
  periodo: string
}
export const cualOf = ({ formulario, periodo }: Cual): Cual => ({ formulario, periodo })

export const declaracionesQuery = (anio: number) =>
  queryOptions({
    queryKey: [KEY, 'lista', anio],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchData(listDeclaracion, { query: { anio }, signal, background: true }),
  })

export const rentaQuery = (anio: number) =>
  queryOptions({
    queryKey: [KEY, 'renta', anio],
    queryFn: ({ signal }) => fetchData(readRenta, { query: { anio }, signal, background: true }),
  })

export const papelQuery = (cual: Cual) =>
  queryOptions({
    queryKey: [KEY, 'papel', cual.formulario, cual.periodo],
    gcTime: 0,
    queryFn: ({ signal }) => fetchData(readPapel, { query: { ...cual }, signal, background: true }),
  })

export const PAGINA = 10

export const casilleroQuery = (cual: Cual, casillero: string, page: number) =>
  queryOptions({
    queryKey: [KEY, 'casillero', cual.formulario, cual.periodo, casillero, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchData(readCasillero, { query: { ...cual, casillero, page, size: PAGINA }, signal, background: true }),
  })

export const defectoQuery = (cual: Cual, codigo: string, page: number) =>
  queryOptions({
    queryKey: [KEY, 'defecto', cual.formulario, cual.periodo, codigo, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchData(readDefecto, { query: { ...cual, codigo, page, size: PAGINA }, signal, background: true }),
  })

async function kept(papel: Papel): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [KEY] })
  queryClient.setQueryData(papelQuery(cualOf(papel)).queryKey, papel)
}

/** @throws HttpError */
export async function guardarPapel(form: PapelForm): Promise<void> {
  const answer = await send(savePapel, { body: form })
  noticeSuccess(answer, savePapel.msg)
  await kept(answer.data)
}

/** Files the shown paper. @throws HttpError */
export async function presentar(
  { version, huella, ...papel }: Papel,
  como: { con_defectos: boolean; electronicas: 'SI' | 'NO' },
): Promise<void> {
  const answer = await send(declarar, { body: { ...cualOf(papel), version, huella, ...como } })
  noticeSuccess(answer, declarar.msg)
  await kept(answer.data)
}

/** @throws HttpError */
export async function anotarAcuse(cual: Cual, acuse: { n: number; numero: string; fecha: string }): Promise<void> {
  const answer = await send(saveAcuse, { body: { ...cual, ...acuse } })
  noticeSuccess(answer, saveAcuse.msg)
  await kept(answer.data)
}

/** @throws HttpError */
export async function reabrir(cual: Cual, motivo: string): Promise<void> {
  const answer = await send(reopenPeriodo, { body: { ...cual, motivo } })
  noticeSuccess(answer, reopenPeriodo.msg)
  await kept(answer.data)
}

/** @throws HttpError */
export async function marcar(documentoId: string, marca: MarcaVenta | null): Promise<void> {
  const answer = await send(markVenta, { body: { documento_id: documentoId, marca } })
  noticeSuccess(answer, markVenta.msg)
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}

/** Downloads today's draft, or a filed declaration. */
export const downloadPapel = async (cual: Cual, formato: FormatoInforme, presentada?: number): Promise<void> =>
  saveFile(
    await fetchFile(exportPapel, { query: { ...cual, formato, ...(presentada !== undefined && { presentada }) } }),
    `formulario-${cual.formulario}-${cual.periodo}${presentada === undefined ? '' : `-declaracion-${presentada}`}.${formato}`,
  )

/** `ATmmaaaa.zip`; a half-year is named by its last month. */
export async function downloadAts({ periodo }: Cual, which: { electronicas: 'SI' | 'NO' } | { presentada: number }): Promise<void> {
  const { hasta = '' } = parsePeriodoFiscal(periodo) ?? {}
  saveFile(await fetchFile(readAts, { query: { periodo, ...which } }), `AT${hasta.slice(5, 7)}${hasta.slice(0, 4)}.zip`)
}
