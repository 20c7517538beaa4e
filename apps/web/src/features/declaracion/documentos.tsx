import type { DocumentoDefecto, Listing } from '@yupana/contract'
import { COD_DOC, nombreComprobanteAts } from '@yupana/fiscal'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Button } from '../../components/button.tsx'
import { hasScreen } from '../../lib/sesion/rights.ts'
import classes from './declaracion.module.css'
import { PAGINA } from './declaracion.queries.ts'

/** Fields that identify a document for its link. */
type Nombrado = Pick<DocumentoDefecto, 'id' | 'origen' | 'tipo' | 'numero' | 'nombre'>

const { RETENCION } = COD_DOC

function addressOf({ id, origen, tipo }: Nombrado): string | undefined {
  if (origen === 'DOCUMENTO') return `/comprobante/${id}`
  const screen = origen === 'RECIBIDA' || tipo === RETENCION ? '/retencion' : '/documento/compra'
  if (!hasScreen(screen)) return undefined
  // A document that was not booked opens for booking.
  return origen === 'RECIBIDO' ? `${screen}/registro?recibido=${id}` : `${screen}/${id}`
}

export function DocumentoLink({ documento }: { documento: Nombrado }) {
  const to = addressOf(documento)
  const text = `${nombreComprobanteAts(documento.tipo) ?? documento.tipo} ${documento.numero}`
  return (
    <>
      {to === undefined ? text : <Link to={to}>{text}</Link>}
      <span className={classes.quiet}>{documento.nombre}</span>
    </>
  )
}

interface ListaDocumentosProps<Row> {
  answer: { data: Listing<Row> | undefined; error: Error | null }
  page: number
  onPage: (page: number) => void
  /** Shown for an empty list. */
  none: string
  /** Columns of amounts, after document and date. */
  columns?: readonly string[]
  children: (row: Row) => ReactNode
}

/** A page of documents, in a dialog of the paper. */
export function ListaDocumentos<Row>({ answer, page, onPage, none, columns = [], children }: ListaDocumentosProps<Row>) {
  const { data, error } = answer
  if (error) return <p role="alert">No se pudieron leer sus documentos. Cierre y vuelva a abrir.</p>
  if (!data) return <p role="status">Leyendo sus documentos…</p>
  if (data.totalElements === 0) return <p className={classes.quiet}>{none}</p>
  const last = Math.min((page + 1) * PAGINA, data.totalElements)
  return (
    <>
      <table className={classes.documentos}>
        <caption>
          Documentos {page * PAGINA + 1} a {last} de {data.totalElements}
        </caption>
        <thead>
          <tr>
            <th scope="col">Documento</th>
            <th scope="col">Fecha</th>
            {columns.map((column) => (
              <th key={column} scope="col" data-end>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{data.content.map(children)}</tbody>
      </table>
      {data.totalPages > 1 && (
        <div className={classes.acciones}>
          <Button variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
            Anteriores
          </Button>
          <Button variant="default" disabled={page >= data.totalPages - 1} onClick={() => onPage(page + 1)}>
            Siguientes
          </Button>
        </div>
      )}
    </>
  )
}
