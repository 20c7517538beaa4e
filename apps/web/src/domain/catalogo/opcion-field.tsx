import { OptionCreate, OptionRecord } from '../../components/combobox/option-parts.tsx'
import { RecordPicker } from '../../components/combobox/record-picker.tsx'
import { useValueField } from '../../components/form/use-field.ts'
import { plainText } from '../../lib/formato/plain-text.ts'

export interface Opcion {
  id: string
  name: string
  /** Shown beside the name in the list. */
  detail: string
  /** An inactive option is offered only where it is already chosen. */
  isActive: boolean
}

interface OpcionFieldProps {
  name: string
  label: string
  /** First part of the cache key. */
  queryKey: string
  opciones: readonly Opcion[]
  /** Label of the empty choice: «Sin marca». */
  none: string
  /** Offers to create a record: «marca»; absent without the right. */
  create?: { what: string; run: (text: string) => void } | undefined
}

const MAX_SHOWN = 50

/** An optional record of a short catalogue; all records are loaded, and any words of a name find it. */
export function OpcionField({ name, label, queryKey, opciones, none, create }: OpcionFieldProps) {
  const { value, onChange, ref, look } = useValueField<string | null>({ name })
  const chosen = opciones.find(({ id }) => id === value)
  const offered = opciones.filter(({ id, isActive }) => isActive || id === value)
  const find = (q: string) => {
    const words = plainText(q)
      .split(/\s+/)
      .filter((word) => word !== '')
    const found = offered.filter(({ name: text, detail }) => words.every((word) => plainText(`${text} ${detail}`).includes(word)))
    return Promise.resolve({ content: found.slice(0, MAX_SHOWN) })
  }
  const contentOf = ({ id, name: title, detail }: Opcion) => ({ key: id, content: <OptionRecord title={title} detail={detail} /> })
  return (
    <RecordPicker
      queryKey={queryKey}
      ask={find}
      optionOf={contentOf}
      onChoose={({ id }) => onChange(id)}
      text={value === null ? undefined : (chosen?.name ?? '…')}
      first={[
        { key: 'ninguna', content: <OptionRecord title={none} detail="" />, run: () => onChange(null) },
        ...offered.slice(0, MAX_SHOWN).map((opcion) => ({ ...contentOf(opcion), run: () => onChange(opcion.id) })),
      ]}
      last={(q) =>
        create ? [{ key: 'crear', isApart: true, content: <OptionCreate text={q} what={create.what} />, run: () => create.run(q) }] : []
      }
      label={label}
      placeholder={none}
      error={look.error}
      inputRef={ref}
    />
  )
}
