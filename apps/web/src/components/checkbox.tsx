import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'

import { Checkbox as KitCheckbox, type CheckboxProps } from '@mantine/core'

import classes from './checkbox.module.css'

/** A checkbox whose border and tick are visible in both themes. */
export const Checkbox = (props: CheckboxProps) => (
  <KitCheckbox
    {...props}
    iconColor="var(--on-filled)"
    classNames={{ input: classes.input, body: classes.body, description: classes.description }}
  />
)
