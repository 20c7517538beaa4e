import type { RetencionRecibida } from '@yupana/contract'
import { displayMonto, displayPorcentaje, IMPUESTO_RETENIDO_LABEL } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { fechaText, momentoText } from '../../lib/formato/format.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { removeRetencion, retencionQuery } from './retencion-recibida.queries.ts'
import classes from './retencion-recibida.module.css'

export const LISTA = '/comprobante/retenciones'
export const TITULO = 'Retención recibida'

export const VerTodas = () => (
  <LinkButton to={LISTA} variant="default">
    Retenciones recibidas
  </LinkButton>
)

const anuladaText = ({ mes_abierto: abierto }: RetencionRecibida, anulado: string) =>
  `Se supo el ${momentoText(anulado)}. ` +
  (abierto
    ? 'Elimínela para que no cuente: ya no se descuenta de su impuesto. Si cree que es un error, hable con quien la emitió.'
    : 'Su mes está cerrado: pida que un administrador lo reabra, elimínela y presente la declaración sustitutiva.')

/** A registered voucher: withheld amounts, their sales, and differences from the law. */
export function Registrada({ id }: { id: string }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(retencionQuery(id))
  const [isAsked, setAsked] = useState(false)
  if (!data)
    return (
      <>
        <PageHeader title={TITULO} />
        {error && (
          <LoadFailure reason="No se pudo abrir esta retención." onRetry={() => void refetch()} onBack={() => void navigate(LISTA)} />
        )}
      </>
    )
  return (
    <div className={classes.page}>
      <PageHeader title={`${TITULO} ${data.numero}`}>
        <VerTodas />
        {data.mes_abierto && hasRight('compra:eliminar') && (
          <Button variant="default" onClick={() => setAsked(true)}>
            Eliminar
          </Button>
        )}
      </PageHeader>
      {data.anulado_emisor_en !== null && (
        <Alert title="Su emisor anuló esta retención en el SRI" details={[anuladaText(data, data.anulado_emisor_en)]} />
      )}
      <Datos retencion={data} />
      {data.diferencias.length > 0 && (
        <section className={classes.diferencias} aria-label="Diferencias">
          <h2>Diferencias con lo que correspondería</h2>
          <ul>
            {data.diferencias.map(({ campo, message }) => (
              <li key={`${campo} ${message}`}>{message}</li>
            ))}
          </ul>
        </section>
      )}
      <Lineas retencion={data} />
      {isAsked && (
        <ActionDialog
          title="Eliminar la retención"
          confirmLabel="Eliminar"
          busyLabel="Eliminando…"
          onConfirm={async () => {
            await removeRetencion(id)
            void navigate(LISTA)
          }}
          onClose={() => setAsked(false)}
        >
          <p>
            Se elimina la retención {data.numero} de {data.agente_nombre}, como si no se hubiera registrado.
          </p>
        </ActionDialog>
      )}
    </div>
  )
}

function Datos({ retencion }: { retencion: RetencionRecibida }) {
  const facts: [string, string][] = [
    ['Quién retuvo', `${retencion.agente_nombre} · ${retencion.agente_identificacion}`],
    ['Emisión', fechaText(retencion.fecha_emision)],
    ['Se declara en', retencion.periodo.slice(0, 7).split('-').reverse().join('/')],
    ['Autorización', retencion.form.autorizacion],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

const Lineas = ({ retencion: { form, documentos, total } }: { retencion: RetencionRecibida }) => (
  <div className={classes.scroll} role="region" aria-label="Lo retenido" tabIndex={0}>
    <table className={classes.tabla}>
      <thead>
        <tr>
          <th scope="col">Impuesto</th>
          <th scope="col">Código</th>
          <th scope="col">Su comprobante</th>
          {['Base', '%', 'Retenido'].map((header) => (
            <th key={header} scope="col" data-align="end">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {form.lineas.map((linea, at) => (
          <tr key={at}>
            <td>{IMPUESTO_RETENIDO_LABEL[linea.impuesto]}</td>
            <td>{linea.codigo}</td>
            <td>{documentos[at] ? <Link to={`/comprobante/${documentos[at]}`}>{linea.numero}</Link> : (linea.numero ?? '—')}</td>
            <td data-align="end">{displayMonto(linea.base)}</td>
            <td data-align="end">{displayPorcentaje(linea.porcentaje)}</td>
            <td data-align="end">{displayMonto(linea.valor)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={5}>
            Total
          </th>
          <td data-align="end">{displayMonto(total)}</td>
        </tr>
      </tfoot>
    </table>
  </div>
)
