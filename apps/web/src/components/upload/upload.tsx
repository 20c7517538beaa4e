import { IconFile, IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react'
import { useId, useRef, useState, type DragEvent, type ReactNode, type Ref } from 'react'

import { addNotice } from '../../lib/pagina/notices.ts'
import { BlobImage } from '../blob-image.tsx'
import { Button, IconButton } from '../button.tsx'
import { fileSizeText } from './file-size.ts'
import { elsewhere } from './puerta.tsx'
import classes from './upload.module.css'

const HINT = { image: 'Arrastre y suelte la imagen aquí', file: 'Presione para cargar un archivo' } as const
const HINT_SEVERAL = 'Arrastre y suelte los archivos aquí'

export interface UploadProps {
  label: string
  kind: keyof typeof HINT
  /** Endings and types offered by the browser, as in `accept`. */
  accept: string
  maxBytes: number
  /** The chosen file, before it is sent. */
  value: File | undefined
  onChange: (file: File | undefined) => void
  onBlur?: () => void
  /** True while the file is being sent. */
  busy?: boolean
  /** Sent part, from 0 to 1; undefined shows only that sending is running. */
  progress?: number | undefined
  required?: boolean | undefined
  error?: ReactNode
  description?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export interface UploadFilesProps extends Omit<UploadProps, 'value' | 'onChange'> {
  /** Accepts several files at once, and more later. */
  multiple?: boolean
  /** Receives the files that are too large, each of which has already been reported. */
  onTooLarge?: ((files: readonly File[]) => void) | undefined
  value: readonly File[]
  onChange: (files: readonly File[]) => void
}

/** Reports a file that is too large: a notice that stays, with its name and the largest size. */
function refuseSize({ name }: File, maxBytes: number) {
  const detail = `${name}: tamaño de archivo inválido, el tamaño máximo de carga es ${fileSizeText(maxBytes)}.`
  addNotice({ severity: 'error', summary: 'Tamaño de archivo inválido', detail, sticky: true })
}

/** The upload of a single file: drop it or press the button; then its name and size show, with a button that removes it. */
export function Upload({ value, onChange, ...shown }: UploadProps) {
  return <UploadFiles {...shown} value={value ? [value] : []} onChange={([file]) => onChange(file)} />
}

const isFolder = ({ items }: Partial<DataTransfer>) => [...(items ?? [])].some((item) => item.webkitGetAsEntry()?.isDirectory === true)

const isSame = (one: File, other: File) => one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** Splits new files into accepted and refused ones, and reports the reasons. */
function useTake({ accept, maxBytes, multiple, value, onChange, onTooLarge }: UploadFilesProps) {
  const [wrong, setWrong] = useState<readonly ReactNode[]>([])
  const take = (files: readonly File[]) => {
    if (files.length === 0) return
    if (!multiple && files.length > 1) return setWrong(['Suelte un solo archivo: aquí va uno a la vez.'])
    const elsewheres = files.map((file) => elsewhere(file, accept))
    setWrong(elsewheres.filter((one) => one !== undefined))
    const here = files.filter((_, at) => elsewheres[at] === undefined)
    const large = here.filter((file) => file.size > maxBytes)
    for (const file of large) refuseSize(file, maxBytes)
    if (large.length > 0) onTooLarge?.(large)
    const taken = here.filter((file) => file.size <= maxBytes && !(multiple && value.some((known) => isSame(known, file))))
    if (taken.length > 0) onChange(multiple ? [...value, ...taken] : taken)
  }
  return { wrong, setWrong, take }
}

/** Text about the chosen files. */
function chosenText({ kind, multiple, value }: UploadFilesProps): string {
  const [first, ...others] = value
  if (!first) return multiple ? HINT_SEVERAL : HINT[kind]
  const size = fileSizeText(value.reduce((all, file) => all + file.size, 0))
  return others.length === 0 ? `${first.name} · ${size}` : `${value.length} archivos · ${size}`
}

const namesOf = (value: readonly File[]) => (value.length > 1 ? `los ${value.length} archivos` : value[0]?.name)

/** As `Upload`, for one or several files. */
export function UploadFiles(props: UploadFilesProps) {
  const {
    label,
    kind,
    accept,
    maxBytes,
    multiple = false,
    value,
    onChange,
    onBlur,
    busy = false,
    progress,
    required,
    error,
    description,
    ref,
  } = props
  const [picker, actions] = [useRef<HTMLInputElement>(null), useRef<HTMLDivElement>(null)]
  const [isOver, setOver] = useState(false)
  const { wrong, setWrong, take } = useTake(props)
  const id = useId()
  const takeAway = () => {
    // The button disappears with the file.
    actions.current?.querySelector('button')?.focus()
    onChange([])
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (busy || event.currentTarget.matches(':disabled *')) return
    if (isFolder(event.dataTransfer)) setWrong(['Es una carpeta: ábrala y suelte sus archivos.'])
    else take([...event.dataTransfer.files])
  }
  const hold = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const isWrong = wrong.length > 0 || error !== undefined
  const [first] = value
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
          multiple={multiple}
          hidden
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])])
            // Allows choosing the same file again after it was removed.
            currentTarget.value = ''
          }}
        />
        {first && kind === 'image' ? (
          <BlobImage blob={first} alt={`Vista previa de ${first.name}`} className={classes.preview} />
        ) : (
          <Icon size={28} stroke={1.5} aria-hidden="true" />
        )}
        <p role="status" className={classes.name}>
          {chosenText(props)}
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
          {first && !busy && (
            <IconButton label={`Quitar ${namesOf(value)}`} onClick={takeAway}>
              <IconTrash size={18} />
            </IconButton>
          )}
        </div>
        {busy && <progress className={classes.progress} value={progress} max={1} aria-label={`Subiendo ${namesOf(value) ?? label}`} />}
      </div>
      <div id={`${id}-help`}>
        <p className={classes.help}>
          {description} Tamaño máximo{multiple && ' de cada uno'}: {fileSizeText(maxBytes)}.
        </p>
        {wrong.length > 0 ? (
          <div className={classes.error} role="alert">
            {wrong.map((why, at) => (
              <p key={at}>{why}</p>
            ))}
          </div>
        ) : (
          isWrong && <p className={classes.error}>{error}</p>
        )}
      </div>
    </div>
  )
}
