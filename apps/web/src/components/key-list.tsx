import classes from './key-list.module.css'

/** Keys and their effects. */
export const KeyList = ({ keys }: { keys: readonly (readonly [key: string, effect: string])[] }) => (
  <dl className={classes.keys}>
    {keys.map(([key, effect]) => (
      <div key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{effect}</dd>
      </div>
    ))}
  </dl>
)
