import { NativeSelect as KitSelect, type NativeSelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'

/** A list of a few choices, the browser's own: it works with every keyboard, phone and reader. */
export const NativeSelect = (props: NativeSelectProps) => (
  <KitSelect {...props} rightSection={<IconChevronDown size={16} aria-hidden="true" />} rightSectionPointerEvents="none" />
)
