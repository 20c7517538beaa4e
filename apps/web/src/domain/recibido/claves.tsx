import type { Importacion } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { pedidosQuery, pedir } from './recibido.queries.ts'
import { Resultado } from './recibir.tsx'
import classes from './recibir.module.css'

/** Claves that are pasted or scanned one after the other: the SRI is asked for their documents. */
export function Claves() {
  const [claves, setClaves] = useState('')
  const [error, setError] = useState<string>()
  const [done, setDone] = useState<Importacion>()
  const [isBusy, ask] = useBusy(async () => {
    setError(undefined)
    try {
      setDone(await pedir(claves))
      setClaves('')
    } catch (failure) {
      if (!(failure instanceof HttpError)) throw failure
      setError(failure.fieldErrors['claves'] ?? failure.message)
    }
  })
  const count = claves.match(/\d{49}/g)?.length ?? 0
  return (
    <section className={classes.recibir} aria-label="Pedir por clave de acceso">
      <TextArea
        label="Claves de acceso"
        description="Péguelas o páselas por el lector, una por línea; Ctrl+Enter las pide."
        rows={2}
        value={claves}
        error={error}
        onChange={({ currentTarget }) => setClaves(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isBusy && claves !== '') void ask()
        }}
      />
      <div>
        <Button variant="default" disabled={claves.trim() === ''} busy={isBusy} busyLabel="Pidiendo…" onClick={() => void ask()}>
          {count > 1 ? `Pedir ${count} al SRI` : 'Pedir al SRI'}
        </Button>
      </div>
      {done && <Resultado importacion={done} />}
      <Avance />
    </section>
  )
}

/** How far the claves are that were asked for last, by whomever. */
function Avance() {
  const { data } = useQuery(pedidosQuery())
  if (!data || (data.pendientes === 0 && data.problemas.length === 0)) return null
  const { total, pendientes, traidos, espera, problemas } = data
  return (
    <div className={classes.avance}>
      {pendientes > 0 && (
        <>
          <p role="status">{`Trayendo del SRI: ${total - pendientes} de ${total}. Puede dejar esta página: el trabajo sigue.`}</p>
          <progress aria-label="Comprobantes traídos" max={total} value={total - pendientes} />
          {espera !== null && <p>{espera}</p>}
        </>
      )}
      {problemas.length > 0 && (
        <Alert title={`${problemas.length === 1 ? 'Una clave no llegó' : `${problemas.length} claves no llegaron`} (${traidos} traídas)`}>
          <ul className={classes.motivos}>
            {problemas.map(({ clave, motivo }) => (
              <li key={clave}>
                <strong>{clave}</strong>: {motivo}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}
