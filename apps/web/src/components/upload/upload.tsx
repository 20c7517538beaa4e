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

export interface UploadFilesProps extends Omit<UploadProps, 'value' | 'onChange'> {
  /** Several may be dropped or chosen at once, and more later. */
  multiple?: boolean
  /** Those that are too large to be taken, each told to who chose it. */
  onTooLarge?: ((files: readonly File[]) => void) | undefined
  value: readonly File[]
  onChange: (files: readonly File[]) => void
}

/** Too large: told in a notice that stays, with its name and the most that is taken. */
function refuseSize({ name }: File, maxBytes: number) {
  const detail = `${name}: tamaño de archivo inválido, el tamaño máximo de carga es ${fileSizeText(maxBytes)}.`
  addNotice({ severity: 'error', summary: 'Tamaño de archivo inválido', detail, sticky: true })
}

/** The one upload of a single file: drop it on it or press its button; name, size and a way back once it is chosen. */
export function Upload({ value, onChange, ...shown }: UploadProps) {
  return <UploadFiles {...shown} value={value ? [value] : []} onChange={([file]) => onChange(file)} />
}

const isFolder = ({ items }: Partial<DataTransfer>) => [...(items ?? [])].some((item) => item.webkitGetAsEntry()?.isDirectory === true)

const isSame = (one: File, other: File) => one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** What of the files that came is taken, and why the rest is not. */
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

/** What is chosen, in words. */
function chosenText({ kind, multiple, value }: UploadFilesProps): string {
  const [first, ...others] = value
  if (!first) return multiple ? HINT_SEVERAL : HINT[kind]
  const size = fileSizeText(value.reduce((all, file) => all + file.size, 0))
  return others.length === 0 ? `${first.name} · ${size}` : `${value.length} archivos · ${size}`
}

const namesOf = (value: readonly File[]) => (value.length > 1 ? `los ${value.length} archivos` : value[0]?.name)

/** As `Upload`, of one file or of several. */
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
    // The button goes with the file.
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
            // The same file may be chosen again after it was taken away.
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
