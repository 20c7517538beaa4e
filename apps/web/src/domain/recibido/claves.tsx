import type { Importacion } from '@yupana/contract'
import { nombreComprobanteAts, readClaveAcceso } from '@yupana/fiscal'
import { IconBarcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import { leeCodigos } from '../../lib/pagina/lee-codigos.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { pedidosQuery, pedir } from './recibido.queries.ts'
import { Resultado } from './recibir.tsx'
import classes from './recibir.module.css'

const LectorCodigos = loadedPart(async () => (await import('../../components/lector/lector-codigos.tsx')).LectorCodigos)

const clavesOf = (text: string): string[] => text.match(/\d{49}/g) ?? []

/** The clave in a code that was read; undefined without one. */
function leidaOf(code: string): { clave: string; name: string } | undefined {
  const [run] = clavesOf(code)
  const clave = run === undefined ? undefined : readClaveAcceso(run)
  if (run === undefined || !clave) return undefined
  const { codDoc, estab, ptoEmi, secuencial } = clave
  return { clave: run, name: `${nombreComprobanteAts(codDoc) ?? 'Comprobante'} ${estab}-${ptoEmi}-${secuencial}` }
}

/** Reads claves with the phone's camera; renders nothing if the browser cannot. */
function Camara({ claves, onClave }: { claves: string; onClave: (clave: string) => void }) {
  const [isShown, setShown] = useState(false)
  if (!leeCodigos()) return null
  const read = (code: string) => {
    const leida = leidaOf(code)
    if (!leida) return { ok: false, text: 'Ese código no es una clave de acceso.' }
    const before = clavesOf(claves)
    if (before.includes(leida.clave)) return { ok: false, text: `${leida.name}: ya está leída.` }
    onClave(leida.clave)
    return { ok: true, text: `${leida.name}: leída. ${before.length === 0 ? 'Una clave' : `${before.length + 1} claves`}.` }
  }
  return (
    <>
      <Button variant="default" leftSection={<IconBarcode size={18} aria-hidden="true" />} onClick={() => setShown(true)}>
        Leer con la cámara
      </Button>
      {isShown && (
        <LectorCodigos
          title="Leer claves de acceso"
          pide="Muestre a la cámara el código de barras del RIDE."
          nota="Lea uno tras otro; al terminar, presione «Listo» y pídalos."
          onRead={read}
          onClose={() => setShown(false)}
        />
      )}
    </>
  )
}

/** Claves that are pasted or scanned: the SRI is asked for their documents. */
export function Claves() {
  const [claves, setClaves] = useState('')
  const [error, setError] = useState<string>()
  const [done, setDone] = useState<Importacion>()
  const [isBusy, ask] = useBusy(async () => {
    setError(undefined)
    try {
      setDone(await pedir(claves))
      // Claves scanned meanwhile stay.
      setClaves((now) => (now.startsWith(claves) ? now.slice(claves.length).trimStart() : now))
    } catch (failure) {
      if (!(failure instanceof HttpError)) throw failure
      setError(failure.fieldErrors['claves'] ?? failure.message)
    }
  })
  const count = new Set(clavesOf(claves)).size
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
      <div className={classes.botones}>
        <Button variant="default" disabled={claves.trim() === ''} busy={isBusy} busyLabel="Pidiendo…" onClick={() => void ask()}>
          {count > 1 ? `Pedir ${count} al SRI` : 'Pedir al SRI'}
        </Button>
        <Camara claves={claves} onClave={(clave) => setClaves((now) => `${now.trimEnd()}${now.trim() === '' ? '' : '\n'}${clave}\n`)} />
      </div>
      {done && <Resultado importacion={done} />}
      <Avance />
    </section>
  )
}

/** Progress of the last requested claves, whoever requested them. */
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
