export { CellEditor, togglesInPlace } from './fields/CellEditor.tsx';
export type { CellEditorProps, CommitMove } from './fields/cell-editor.ts';
export { openingText } from './fields/cell-text-input.ts';
export { FieldSettings, type FieldSettingsProps, hasSettings } from './fields/FieldSettings.tsx';
export { creatableKinds, FieldTypeSelect, type FieldTypeSelectProps } from './fields/FieldTypeSelect.tsx';
export { fieldIcons } from './fields/field-icons.ts';
export { SearchSelect } from './fields/SearchSelect.tsx';
export { Avatar, type AvatarProps, initials, personColor } from './primitives/Avatar.tsx';
export { Badge, type BadgeProps } from './primitives/Badge.tsx';
export { Banner, type BannerProps } from './primitives/Banner.tsx';
export { Button, type ButtonProps, type ButtonSize, type ButtonVariant } from './primitives/Button.tsx';
export { Checkbox, type CheckboxProps } from './primitives/Checkbox.tsx';
export { Chip, type ChipProps } from './primitives/Chip.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './primitives/ConfirmDialog.tsx';
export { cx } from './primitives/class-names.ts';
export { Dialog, type DialogProps } from './primitives/Dialog.tsx';
export { EmptyState, type EmptyStateProps } from './primitives/EmptyState.tsx';
export { type FieldControl, FormField, type FormFieldProps } from './primitives/FormField.tsx';
export { Icon, type IconProps, type IconType } from './primitives/Icon.tsx';
export { IconButton, type IconButtonProps } from './primitives/IconButton.tsx';
export { Menu, type MenuEntry, type MenuItem, type MenuProps } from './primitives/Menu.tsx';
export { optionColor, optionStyle } from './primitives/option-color.ts';
export { Popover, type PopoverProps } from './primitives/Popover.tsx';
export { ProgressBar, type ProgressBarProps } from './primitives/ProgressBar.tsx';
export {
  type Segment,
  SegmentedControl,
  type SegmentedControlProps,
} from './primitives/SegmentedControl.tsx';
export { Select, type SelectOption, type SelectProps } from './primitives/Select.tsx';
export { Sheet, type SheetProps } from './primitives/Sheet.tsx';
export { Skeleton } from './primitives/Skeleton.tsx';
export { Spinner, type SpinnerProps } from './primitives/Spinner.tsx';
export { Switch, type SwitchProps } from './primitives/Switch.tsx';
export { type TabItem, Tabs, type TabsProps } from './primitives/Tabs.tsx';
export { Textarea } from './primitives/Textarea.tsx';
export { TextInput, type TextInputProps } from './primitives/TextInput.tsx';
export { Tooltip, type TooltipProps, TooltipProvider } from './primitives/Tooltip.tsx';
export { dismissToast, Toaster, type ToastOptions, toast } from './primitives/toast.tsx';
