import type { Cotizacion } from '@yupana/contract'
import { displayNumero, isRestoCerrado } from '@yupana/fiscal'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'

import { Button } from '../../components/button.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { changeEstado } from './cotizacion.queries.ts'
import classes from './facturado.module.css'

const RespuestaDialog = loadedPart(async () => (await import('./respuesta-dialog.tsx')).RespuestaDialog)

/** Invoices of a quote, and the quantities left. */
export function Facturado({ cotizacion }: { cotizacion: Cotizacion }) {
  const { estado, facturas, form, resto, respuesta } = cotizacion
  const quedan = form.lineas.flatMap(({ descripcion, cantidad }, at) => {
    const queda = resto[at] ?? 0
    return queda > 0 ? [{ at, descripcion, cantidad, queda }] : []
  })
  const isCerrada = isRestoCerrado(estado, quedan.length > 0)
  return (
    <>
      <p>
        {estado === 'FACTURADA_EN_PARTE' ? 'Facturada en parte con ' : 'Facturada con '}
        {facturas.map(({ id, numero }, at) => (
          <Fragment key={id}>
            {at > 0 && ', '}
            <Link to={`/comprobante/${id}`}>{numero}</Link>
          </Fragment>
        ))}
        .
      </p>
      {isCerrada && respuesta && (
        <p>
          Se dio por cumplida el {momentoText(respuesta.en)}
          {respuesta.nota ? `: «${respuesta.nota}».` : '.'}
        </p>
      )}
      {quedan.length > 0 && (
        <details className={classes.resto} open={quedan.length <= 5}>
          <summary>{estado === 'FACTURADA_EN_PARTE' ? 'Queda por facturar' : 'No se facturó'}</summary>
          <ul>
            {quedan.map(({ at, descripcion, cantidad, queda }) => (
              <li key={at}>
                <strong>{displayNumero(queda)}</strong> de {displayNumero(cantidad)} {descripcion}
              </li>
            ))}
          </ul>
          {hasRight('cotizacion:editar') && <Cierre cotizacion={cotizacion} isCerrada={isCerrada} />}
        </details>
      )}
    </>
  )
}

/** Closes the rest of a quote, or opens it again. */
function Cierre({ cotizacion, isCerrada }: { cotizacion: Cotizacion; isCerrada: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, reopen] = useBusy(() => untilRefused(changeEstado(cotizacion, 'BORRADOR')))
  return (
    <div className={classes.cierre}>
      {isCerrada ? (
        <Button variant="default" size="xs" busy={isBusy} busyLabel="Abriendo…" onClick={() => void reopen()}>
          Volver a abrir lo que queda
        </Button>
      ) : (
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Dar por cumplida
        </Button>
      )}
      {isOpen && <RespuestaDialog cotizacion={cotizacion} estado="CUMPLIDA" onClose={() => setOpen(false)} />}
    </div>
  )
}
