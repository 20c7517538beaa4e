import { IconFile, IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react'
import { useId, useRef, useState, type DragEvent, type ReactNode, type Ref } from 'react'

import { addNotice } from '../../lib/pagina/notices.ts'
import { BlobImage } from '../blob-image.tsx'
import { Button, IconButton } from '../button.tsx'
import { fileSizeText } from './file-size.ts'
import { elsewhere } from './puerta.tsx'
import classes from './upload.module.css'

const HINT = { image: 'Arrastre y suelte la imagen aquí', file: 'Presione para cargar un archivo' } as const

export interface UploadProps {
  label: string
  kind: keyof typeof HINT
  /** Endings and types the browser offers, as in `accept`. */
  accept: string
  maxBytes: number
  /** What is chosen and not yet sent. */
  value: File | undefined
  onChange: (file: File | undefined) => void
  onBlur?: () => void
  /** While it travels. */
  busy?: boolean
  /** How much of it has left, of 1; without it only that it is under way is shown. */
  progress?: number | undefined
  required?: boolean | undefined
  error?: ReactNode
  description?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** Too large: told in a notice that stays, with its name and the most that is taken. */
function refuseSize({ name }: File, maxBytes: number) {
  const detail = `${name}: tamaño de archivo inválido, el tamaño máximo de carga es ${fileSizeText(maxBytes)}.`
  addNotice({ severity: 'error', summary: 'Tamaño de archivo inválido', detail, sticky: true })
}

/** The one upload: drop a file on it or press its button; name, size and a way back once it is chosen. */
export function Upload({
  label,
  kind,
  accept,
  maxBytes,
  value,
  onChange,
  onBlur,
  busy = false,
  progress,
  required,
  error,
  description,
  ref,
}: UploadProps) {
  const [picker, actions] = [useRef<HTMLInputElement>(null), useRef<HTMLDivElement>(null)]
  const [isOver, setOver] = useState(false)
  const [wrong, setWrong] = useState<ReactNode>()
  const id = useId()
  const take = (file: File | undefined) => {
    if (!file) return
    const otherPlace = elsewhere(file, accept)
    setWrong(otherPlace)
    if (otherPlace !== undefined) return
    if (file.size > maxBytes) refuseSize(file, maxBytes)
    else onChange(file)
  }
  const takeAway = () => {
    // The button goes with the file.
    actions.current?.querySelector('button')?.focus()
    onChange(undefined)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!busy && !event.currentTarget.matches(':disabled *')) take(event.dataTransfer.files[0])
  }
  const hold = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const isWrong = (wrong ?? error) !== undefined
  const Icon = kind === 'image' ? IconPhoto : IconFile
  return (
    <div className={classes.upload} role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className="mantine-InputWrapper-label" data-required={required || undefined}>
        {label}
      </span>
      <div
        className={classes.zone}
        data-over={isOver || undefined}
        data-error={isWrong || undefined}
        onDragOver={hold}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={picker}
          type="file"
          accept={accept}
          hidden
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0])
            // The same file may be chosen again after it was taken away.
            currentTarget.value = ''
          }}
        />
        {value && kind === 'image' ? (
          <BlobImage blob={value} alt={`Vista previa de ${value.name}`} className={classes.preview} />
        ) : (
          <Icon size={28} stroke={1.5} aria-hidden="true" />
        )}
        <p role="status" className={classes.name}>
          {value ? `${value.name} · ${fileSizeText(value.size)}` : HINT[kind]}
        </p>
        <div className={classes.actions} ref={actions}>
          <Button
            variant="default"
            ref={ref}
            disabled={busy}
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            onClick={() => picker.current?.click()}
            onBlur={onBlur}
            aria-describedby={`${id}-help`}
            aria-invalid={isWrong || undefined}
            aria-label={`Elegir: ${label}`}
          >
            Elegir
          </Button>
          {value && !busy && (
            <IconButton label={`Quitar ${value.name}`} onClick={takeAway}>
              <IconTrash size={18} />
            </IconButton>
          )}
        </div>
        {busy && <progress className={classes.progress} value={progress} max={1} aria-label={`Subiendo ${value?.name ?? label}`} />}
      </div>
      <div id={`${id}-help`}>
        <p className={classes.help}>
          {description} Tamaño máximo: {fileSizeText(maxBytes)}.
        </p>
        {isWrong && (
          <p className={classes.error} role={wrong === undefined ? undefined : 'alert'}>
            {wrong ?? error}
          </p>
        )}
      </div>
    </div>
  )
}
