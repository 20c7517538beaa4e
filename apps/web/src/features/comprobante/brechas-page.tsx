import { nombreComprobante } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { isAdmin } from '../../lib/sesion/rights.ts'
import classes from './comprobante.module.css'
import { brechasQuery } from './comprobante.queries.ts'

const HEADERS = ['Serie', 'Números', 'Tipo', 'Ambiente', 'Motivo', 'Quién', 'Fecha']
const DIGITS = 9
const numeros = (desde: number, hasta: number) =>
  (desde === hasta ? [desde] : [desde, hasta]).map((n) => String(n).padStart(DIGITS, '0')).join(' a ')

/** `/comprobante/brechas`: numbers that no authorised document carries, each with its reason; for who administers. */
export const BrechasPage = () => (isAdmin() ? <Brechas /> : <Navigate to="/notfound" replace />)

function Brechas() {
  const { data, isError, refetch } = useQuery(brechasQuery())
  return (
    <>
      <PageHeader title="Números sin documento autorizado" count={data && String(data.length)}>
        <LinkButton to="/comprobante" variant="default">
          Comprobantes
        </LinkButton>
      </PageHeader>
      <p className={classes.lead}>Números que se cerraron, se saltaron o están en revisión. El SRI puede preguntar por cada uno.</p>
      {isError && (
        <div className={classes.card}>
          <Alert title="No se pudo cargar el reporte." />
          <Button variant="default" onClick={() => void refetch()}>
            Reintentar
          </Button>
        </div>
      )}
      {!data && !isError && <Skeleton label="Cargando el reporte" lines={['100%', '100%', '60%']} />}
      {data?.length === 0 && <p className={classes.empty}>Ninguno: cada número emitido tiene su documento autorizado o en camino.</p>}
      {data && data.length > 0 && (
        <div className={`${classes.card} ${classes.scroll}`} role="region" aria-label="Números sin documento autorizado" tabIndex={0}>
          <table role="table" className={classes.lineas}>
            <thead role="rowgroup">
              <tr role="row">
                {HEADERS.map((header) => (
                  <th key={header} role="columnheader" scope="col">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {data.map((brecha) => (
                <tr role="row" key={`${brecha.ambiente} ${brecha.tipo} ${brecha.serie} ${brecha.desde}`}>
                  <td role="cell" data-label="Serie" data-whole>
                    {brecha.serie}
                  </td>
                  <td role="cell" data-title data-whole>
                    {numeros(brecha.desde, brecha.hasta)}
                  </td>
                  <td role="cell" data-label="Tipo" data-whole>
                    {nombreComprobante(brecha.tipo)}
                  </td>
                  <td role="cell" data-label="Ambiente" data-whole>
                    {brecha.ambiente}
                  </td>
                  <td role="cell" data-label="Motivo">
                    {brecha.motivo}
                  </td>
                  <td role="cell" data-label="Quién">
                    {brecha.quien ?? 'Sistema'}
                  </td>
                  <td role="cell" data-label="Fecha" data-whole>
                    {momentoText(brecha.en)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
