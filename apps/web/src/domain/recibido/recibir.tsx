import { RECIBIDO_MAX_BYTES, type Importacion } from '@yupana/contract'
import { useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { UploadNow } from '../../components/upload/upload-now.tsx'
import { importar } from './recibido.queries.ts'
import classes from './recibir.module.css'

interface RecibirProps {
  description: string
  /** What became of the file, once it was read. */
  onDone?: (importacion: Importacion) => void
}

const MOST_SHOWN = 50

/** Documents of others, brought in as XML or as a ZIP of them; what did not come in says why. */
export function Recibir({ description, onDone }: RecibirProps) {
  const [done, setDone] = useState<Importacion>()
  return (
    <section className={classes.recibir} aria-label="Traer comprobantes">
      <UploadNow
        label="XML, ZIP o lista del SRI"
        kind="file"
        accept=".xml,.zip,.txt,.csv"
        maxBytes={RECIBIDO_MAX_BYTES}
        description={description}
        onUpload={async (file, onProgress) => {
          setDone(undefined)
          const answer = await importar(file, onProgress)
          setDone(answer)
          onDone?.(answer)
        }}
      />
      {done && <Resultado importacion={done} />}
    </section>
  )
}

const countText = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What became of what was brought in, and why. */
export function Resultado({ importacion: { nuevos, pedidos, repetidos, rechazados, archivos } }: { importacion: Importacion }) {
  const told = archivos.filter(({ motivo }) => motivo !== null)
  const title = [
    ...(nuevos > 0 || pedidos === 0 ? [countText(nuevos, 'nuevo', 'nuevos')] : []),
    ...(pedidos > 0 ? [countText(pedidos, 'clave pedida al SRI', 'claves pedidas al SRI')] : []),
    ...(repetidos > 0 ? [countText(repetidos, 'repetido', 'repetidos')] : []),
    ...(rechazados > 0 ? [countText(rechazados, 'rechazado', 'rechazados')] : []),
  ].join(', ')
  return (
    <Alert tone={rechazados > 0 ? 'danger' : 'success'} title={title}>
      {told.length > 0 && (
        <ul className={classes.motivos}>
          {told.slice(0, MOST_SHOWN).map(({ archivo, motivo }, at) => (
            <li key={at}>
              <strong>{archivo}</strong>: {motivo}
            </li>
          ))}
          {told.length > MOST_SHOWN && <li>Y {told.length - MOST_SHOWN} más.</li>}
        </ul>
      )}
    </Alert>
  )
}
