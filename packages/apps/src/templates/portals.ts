import { formPage, listPage, metric, ownPage, recordPage } from './pages.ts';
import type { AppTemplate } from './template.ts';

export const clientPortal: AppTemplate = {
  ...{ name: 'client-portal', title: 'Client portal', base: 'client-projects', theme: 'forest' },
  about: 'Clients sign in and see their own projects and the hours that were worked on them',
  access: 'signedIn',
  users: { table: 'Clients', email: 'Email', name: 'Client' },
  pages: [
    listPage({
      ...{ label: 'Projects', icon: 'folder', table: 'Projects', as: 'list', opens: 'Project' },
      fields: ['Project', 'Status', 'Deadline', 'Fee'],
      filters: ['Status'],
      above: [
        {
          type: 'columns',
          inner: [
            metric('Running', 'Projects', {
              filter: [{ field: 'Status', operator: 'is', value: 'Running' }],
            }),
            metric('Fees', 'Projects', { measure: 'sum', field: 'Fee' }),
          ],
        },
      ],
    }),
    recordPage({
      ...{ label: 'Project', table: 'Projects', name: 'Project' },
      fields: ['Status', 'Deadline', 'Fee'],
      related: [{ table: 'Hours', by: 'Project', fields: ['What was done', 'Day', 'Time'] }],
    }),
    ownPage('My details', 'Clients', ['Client', 'Email'], ['Client']),
  ],
  rules: [
    {
      ...{
        table: 'Clients',
        who: 'signedIn',
        can: ['read', 'update'],
        rows: { kind: 'own', field: 'Email' },
      },
      ...{ fields: ['Client', 'Email', 'Projects'], writable: ['Client'] },
    },
    { table: 'Projects', who: 'signedIn', can: ['read'], rows: { kind: 'own', field: 'Client' } },
    {
      table: 'Hours',
      who: 'signedIn',
      can: ['read'],
      rows: { kind: 'linked', field: 'Project', via: 'Projects' },
    },
  ],
};

export const orderPortal: AppTemplate = {
  ...{ name: 'order-portal', title: 'Shop with orders', base: 'orders', theme: 'sunrise' },
  about: 'Everybody sees what is offered; customers sign in, order, and follow their orders',
  access: 'public',
  users: { table: 'Customers', email: 'Email', name: 'Name' },
  pages: [
    listPage({
      ...{ label: 'Products', icon: 'package', table: 'Products', as: 'gallery' },
      fields: ['Product', 'Range', 'Price'],
      filters: ['Range'],
      set: { filter: [{ field: 'Offered', operator: 'is', value: true }] },
    }),
    {
      ...listPage({
        ...{ label: 'My orders', icon: 'shopping-bag', table: 'Orders', as: 'list', opens: 'Order' },
        fields: ['Order', 'Status', 'Wanted on', 'Total'],
        add: ['New order', 'Order something'],
      }),
      visibleTo: 'signedIn',
    },
    {
      ...recordPage({
        ...{ label: 'Order', table: 'Orders', name: 'Order' },
        fields: ['Products', 'Pieces', 'Total', 'Status', 'Wanted on', 'Paid'],
      }),
      visibleTo: 'signedIn',
    },
    {
      ...formPage({
        ...{ label: 'New order', table: 'Orders', button: 'Order', opens: 'My orders' },
        fields: ['Order', 'Products', 'Pieces', 'Wanted on'],
      }),
      visibleTo: 'signedIn',
    },
  ],
  rules: [
    {
      ...{ table: 'Products', who: 'everyone', can: ['read'] },
      ...{ fields: ['Product', 'Price', 'Range', 'Offered'] },
    },
    { table: 'Customers', who: 'signedIn', can: ['read', 'update'], rows: { kind: 'own', field: 'Email' } },
    {
      ...{
        table: 'Orders',
        who: 'signedIn',
        can: ['read', 'create'],
        rows: { kind: 'own', field: 'Customer' },
      },
      writable: ['Order', 'Products', 'Pieces', 'Wanted on'],
      presets: { Customer: { from: 'user', field: '$id' }, Status: 'Received' },
    },
  ],
};

export const helpDesk: AppTemplate = {
  ...{ name: 'help-desk', title: 'Help desk', base: 'support-tickets', theme: 'ocean' },
  about: 'Customers sign in, ask for help, and see what becomes of their own questions',
  access: 'signedIn',
  users: { table: 'Customers', email: 'Email', name: 'Customer' },
  pages: [
    listPage({
      ...{ label: 'My questions', icon: 'life-buoy', table: 'Tickets', as: 'list', opens: 'Question' },
      fields: ['Subject', 'Status', 'Priority', 'Received'],
      filters: ['Status', 'Priority'],
      add: ['Ask for help', 'Ask for help'],
    }),
    recordPage({
      ...{ label: 'Question', table: 'Tickets', name: 'Subject' },
      fields: ['Status', 'Priority', 'Received', 'Question'],
    }),
    formPage({
      ...{ label: 'Ask for help', table: 'Tickets', button: 'Send', opens: 'My questions', shown: true },
      fields: ['Subject', 'Priority', 'Question'],
    }),
    ownPage('My details', 'Customers', ['Customer', 'Email', 'Plan'], ['Customer']),
  ],
  rules: [
    {
      ...{
        table: 'Customers',
        who: 'signedIn',
        can: ['read', 'update'],
        rows: { kind: 'own', field: 'Email' },
      },
      writable: ['Customer'],
    },
    {
      ...{
        table: 'Tickets',
        who: 'signedIn',
        can: ['read', 'create'],
        rows: { kind: 'own', field: 'Customer' },
      },
      writable: ['Subject', 'Priority', 'Question'],
      presets: { Customer: { from: 'user', field: '$id' }, Status: 'New' },
    },
  ],
};

export const tenantPortal: AppTemplate = {
  ...{ name: 'tenant-portal', title: 'Tenant portal', base: 'rentals', theme: 'clay', navigation: 'side' },
  about: 'Tenants sign in, see their own flat, and report what has to be repaired in it',
  access: 'signedIn',
  users: { table: 'Tenants', email: 'Email', name: 'Name' },
  pages: [
    listPage({
      ...{ label: 'My flat', icon: 'house', table: 'Flats', as: 'list', opens: 'Flat' },
      fields: ['Flat', 'Address', 'Square metres', 'Rent'],
    }),
    recordPage({
      ...{ label: 'Flat', table: 'Flats', name: 'Flat' },
      fields: ['Address', 'Square metres', 'Rent'],
      related: [{ table: 'Repairs', by: 'Flat', fields: ['What', 'State', 'Reported on'] }],
    }),
    listPage({
      ...{ label: 'Repairs', icon: 'wrench', table: 'Repairs', as: 'kanban' },
      fields: ['What', 'Reported on'],
      set: { groupField: 'State' },
      add: ['Report a repair', 'Report a repair'],
    }),
    formPage({
      ...{ label: 'Report a repair', table: 'Repairs', button: 'Report', opens: 'Repairs' },
      fields: ['What', 'Note'],
    }),
    ownPage('My details', 'Tenants', ['Name', 'Email', 'Phone'], ['Name', 'Phone']),
  ],
  rules: [
    {
      ...{
        table: 'Tenants',
        who: 'signedIn',
        can: ['read', 'update'],
        rows: { kind: 'own', field: 'Email' },
      },
      writable: ['Name', 'Phone'],
    },
    {
      ...{ table: 'Flats', who: 'signedIn', can: ['read'] },
      rows: {
        kind: 'when',
        filter: [{ field: '$id', operator: 'is_any_of', value: { from: 'user', field: 'Flat' } }],
      },
      fields: ['Flat', 'Address', 'Square metres', 'Rent'],
    },
    {
      ...{ table: 'Repairs', who: 'signedIn', can: ['read', 'create'] },
      rows: { kind: 'linked', field: 'Flat', via: 'Flat' },
      ...{ fields: ['What', 'Flat', 'State', 'Reported on', 'Note'], writable: ['What', 'Note'] },
      presets: { Flat: { from: 'user', field: 'Flat' }, State: 'Reported', 'Reported on': { from: 'today' } },
    },
  ],
};

export const supplierPortal: AppTemplate = {
  ...{
    name: 'supplier-portal',
    title: 'Supplier portal',
    base: 'inventory',
    theme: 'plain',
    navigation: 'side',
  },
  about: 'Suppliers sign in and see how much of their own products is in stock, and what is to be ordered',
  access: 'signedIn',
  users: { table: 'Suppliers', email: 'Email', name: 'Supplier' },
  pages: [
    listPage({
      ...{ label: 'Stock', icon: 'boxes', table: 'Products', opens: 'Product' },
      fields: ['Product', 'Number', 'In stock', 'Order below'],
      filters: ['Kind'],
      above: [
        metric('In stock', 'Products', { measure: 'sum', field: 'In stock' }),
        {
          type: 'chart',
          set: {
            ...{ table: 'Products', title: 'Pieces by kind', shape: 'bar' },
            ...{ measure: 'sum', field: 'In stock', groupField: 'Kind' },
          },
        },
      ],
    }),
    recordPage({
      ...{ label: 'Product', table: 'Products', name: 'Product' },
      fields: ['Number', 'Kind', 'In stock', 'Order below', 'Price each'],
    }),
    ownPage('My details', 'Suppliers', ['Supplier', 'Email', 'Phone'], ['Phone', 'Days to deliver']),
  ],
  rules: [
    {
      ...{
        table: 'Suppliers',
        who: 'signedIn',
        can: ['read', 'update'],
        rows: { kind: 'own', field: 'Email' },
      },
      writable: ['Phone', 'Days to deliver'],
    },
    {
      ...{ table: 'Products', who: 'signedIn', can: ['read'], rows: { kind: 'own', field: 'Suppliers' } },
      fields: ['Product', 'Number', 'Kind', 'In stock', 'Order below', 'Price each'],
    },
  ],
};
