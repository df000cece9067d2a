import { type AppPage, type PageIcon, pageIcons } from '@weft/apps';
import { FormField, type IconType, Select } from '@weft/ui';
import {
  Boxes,
  Briefcase,
  Building,
  Calendar,
  ChartColumn,
  ClipboardList,
  CreditCard,
  FileText,
  Flag,
  Folder,
  GraduationCap,
  Hand,
  Heart,
  House,
  Inbox,
  Laptop,
  LayoutGrid,
  LifeBuoy,
  List,
  Mail,
  Map as MapIcon,
  MessageSquare,
  Package,
  Receipt,
  Settings,
  ShoppingBag,
  ShoppingCart,
  Star,
  Tag,
  Truck,
  User,
  Users,
  Wrench,
} from 'lucide-react';

/** As the pages of an app draw them. */
const drawings: { readonly [I in PageIcon]: IconType } = {
  'file-text': FileText,
  house: House,
  list: List,
  'layout-grid': LayoutGrid,
  'chart-column': ChartColumn,
  calendar: Calendar,
  'clipboard-list': ClipboardList,
  folder: Folder,
  inbox: Inbox,
  mail: Mail,
  'message-square': MessageSquare,
  user: User,
  users: Users,
  building: Building,
  package: Package,
  boxes: Boxes,
  truck: Truck,
  'shopping-bag': ShoppingBag,
  'shopping-cart': ShoppingCart,
  'credit-card': CreditCard,
  receipt: Receipt,
  tag: Tag,
  briefcase: Briefcase,
  wrench: Wrench,
  laptop: Laptop,
  'graduation-cap': GraduationCap,
  'life-buoy': LifeBuoy,
  flag: Flag,
  map: MapIcon,
  hand: Hand,
  star: Star,
  heart: Heart,
  settings: Settings,
};

interface PageIconPickProps {
  readonly page: AppPage;
  readonly onChange: (icon: string | null) => void;
}

/** What stands for a page in the bar of a phone, and beside its name where the navigation is at the side. */
export function PageIconPick({ page, onChange }: PageIconPickProps) {
  const [usual] = pageIcons;
  const chosen = pageIcons.find(({ name }) => name === page.icon) ?? usual;
  return (
    <FormField label="Icon" hint="In the bar of a phone, and where the navigation is at the side.">
      {({ id }) => (
        <Select<PageIcon>
          id={id}
          label="Icon"
          value={chosen.name}
          options={pageIcons.map(({ name, label }) => ({ value: name, label, icon: drawings[name] }))}
          onChange={(name) => onChange(name === usual.name ? null : name)}
        />
      )}
    </FormField>
  );
}
